import * as pulumi from "@pulumi/pulumi";
import type { Clients } from "../provider/client/clients.ts";
import { withoutAbsentMembers } from "../provider/kernel/json.ts";
import { type Log, printableLog } from "../provider/kernel/log.ts";
import type { ProgramFunction } from "../provider/lifecycle/function.ts";
import type { CallOptions } from "./options.ts";

/** Calls a function by name, once its arguments are known. An action that a preview leaves out resolves to `undefined`. */
export async function invoke(name: string, args: object | undefined, given?: CallOptions | null): Promise<unknown> {
  const options: CallOptions = withoutAbsentMembers(given ?? {});
  const { functions } = await import("../provider/functions/index.ts");
  const known = functionNamed(functions, name);
  if (await isLeftOut(known, options)) return undefined;
  const { account, region } = options;
  const client = (await programClients()).client(account, region);
  return known.call(client, { ...args });
}

/** Whether a preview leaves a function out, which it then says. */
export async function isLeftOut({ name, effect }: Pick<ProgramFunction, "name" | "effect">, options: CallOptions): Promise<boolean> {
  if (effect !== "action" || !pulumi.runtime.isDryRun() || options.runOnPreview === true) return false;
  await pulumi.log.info(`${name} would be called by an update; a preview calls no action`, options.parent);
  return true;
}

/** The same for arguments that may be outputs; what a preview leaves out is unknown. */
export function invokeOutput(name: string, args: object | undefined, options: CallOptions | undefined): pulumi.Output<unknown> {
  return pulumi.output(args).apply(async (known) => {
    const result = await invoke(name, known, options);
    return result === undefined ? pulumi.unknown : result;
  });
}

/** What clients say, said by the program; progress is of interest to those who look for mistakes only. */
const programLog: Log = printableLog({
  debug: (message) => void pulumi.log.debug(message),
  info: (message) => void pulumi.log.info(message),
  warn: (message) => void pulumi.log.warn(message),
  status: (message) => void pulumi.log.debug(message),
});

let loaded: Promise<Clients> | undefined;

/** The clients of the program, made from its stack's configuration when the first function is called. */
export function programClients(): Promise<Clients> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Clients> {
  const [{ createClients }, { readConfiguration }] = await Promise.all([
    import("../provider/client/clients.ts"),
    import("../provider/client/configuration.ts"),
  ]);
  return createClients(readConfiguration(pulumi.runtime.allConfig(), process.env), { log: programLog });
}

/** The function of a name. */
export function functionNamed<One extends { readonly name: string }>(functions: readonly One[], name: string): One {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the package has no function ${name}: its parts are of different versions`);
  return found;
}
