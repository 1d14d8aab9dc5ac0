// Starts a run of the fleet and waits for its end: `node start.mts up`. `node start.mts progress` prints the status of each stack.
import { parseArgs } from "node:util";
import { Client, Connection, WorkflowFailedError } from "@temporalio/client";
import type { Operation } from "pulumi-resourceshare/fleet";
import type { Progress, runFleet } from "./workflow.ts";

const { positionals, values } = parseArgs({ allowPositionals: true, options: { "heartbeat-timeout": { type: "string", default: "60" } } });
const [action = "preview"] = positionals;
const connection = await Connection.connect({ address: process.env["TEMPORAL_ADDRESS"] ?? "127.0.0.1:7233" });
const { workflow } = new Client({ connection, namespace: process.env["TEMPORAL_NAMESPACE"] ?? "default" });
const workflowId = "fleet-network";

if (action === "progress") {
  console.log(await workflow.getHandle(workflowId).query<Progress>("progress"));
} else {
  // The id lets the fleet have one run at a time.
  const handle = await workflow.start<typeof runFleet>("runFleet", {
    workflowId,
    taskQueue: "fleet",
    args: [{ operation: action as Operation, heartbeatTimeout: `${Number(values["heartbeat-timeout"])} seconds` }],
  });
  process.on("SIGINT", () => void handle.cancel());
  try {
    console.log(await handle.result());
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    console.error(error.cause?.message);
    process.exitCode = 1;
  }
}
await connection.close();
