import { credentials } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb.js";
import schema from "../../schema.json" with { type: "json" };
import { engineAddressOfProcess } from "../host/engine.ts";
import { host, watchedEngine } from "../host/process.ts";
import { resources } from "../resources/index.ts";
import { servePlugin } from "./server.ts";

/** Starts the plugin. The engine passes its address as the last argument, and reads the port from the first line of stdout. */
async function main(): Promise<void> {
  const modules = () => ({ EngineClient, LogRequest, LogSeverity, credentials });
  const engine = watchedEngine({ address: engineAddressOfProcess(), modules });
  const plugin = {
    host: host(engine),
    resources,
    schema,
    environment: process.env,
  };
  const { port } = await servePlugin(plugin);
  process.stdout.write(`${port}\n`);
}

void main();
