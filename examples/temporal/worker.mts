// Runs the stacks of the accounts that its arguments name: `node worker.mts network platform`.
import { fileURLToPath } from "node:url";
import { NativeConnection, Worker } from "@temporalio/worker";
import { planStacks, runStack } from "./activities.mts";

const accounts = process.argv.slice(2);
const connection = await NativeConnection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "127.0.0.1:7233" });
const options = { connection, namespace: process.env["TEMPORAL_NAMESPACE"] ?? "default" };
const workers = await Promise.all([
  Worker.create({
    ...options,
    taskQueue: "fleet",
    workflowsPath: fileURLToPath(new URL("workflow.ts", import.meta.url)),
    activities: { planStacks },
  }),
  // Two stacks of an account at a time in this process; they share the account's rate limits.
  ...accounts.map((account) =>
    Worker.create({ ...options, taskQueue: `fleet-${account}`, activities: { runStack }, maxConcurrentActivityTaskExecutions: 2 }),
  ),
]);
await Promise.all(workers.map((worker) => worker.run()));
await connection.close();
