import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { deviceFunctions } from "../functions/device.ts";
import { functions } from "../functions/index.ts";
import type { ProgramFunction } from "../functions/types.ts";
import { hidden } from "../host/secrets.ts";
import { sendable } from "../host/engine-values.ts";
import { type Failure, InputError } from "../kernel/errors.ts";
import { isUnknown } from "../lifecycle/diff.ts";
import type { Values } from "../lifecycle/resource.ts";
import { tokenOfFunction } from "../kernel/type-tokens.ts";
import { failureMessage } from "./check-diff.ts";
import type { Plugin } from "./plugin.ts";
import { propertiesOf, structOf } from "./struct-values.ts";

/** Calls a function. The engine calls functions in previews too. */
export async function invoke(plugin: Plugin, request: InvokeRequest): Promise<InvokeResponse> {
  const { values, secrets } = propertiesOf(request.getArgs());
  try {
    const { called, run } = functionOf(plugin, request.getTok());
    assertKnown(values);
    const { account, region, ...args } = values;
    const result = sendable(await run({ account: text("account", account), region: text("region", region) }, args));
    const isSecret = (name: string) => secrets.length > 0 || called.secrets?.includes(name) === true;
    return new InvokeResponse().setReturn(structOf(hidden(result, isSecret)));
  } catch (error) {
    if (error instanceof InputError) return new InvokeResponse().setFailuresList(error.failures.map(failureMessage));
    throw error;
  }
}

interface Place {
  readonly account: string | undefined;
  readonly region: string | undefined;
}

interface Call {
  readonly called: Pick<ProgramFunction, "name" | "effect" | "secrets">;
  readonly run: (place: Place, args: Values) => Promise<Values>;
}

function functionOf({ host }: Plugin, token: string): Call {
  const sharing = functions.find(({ name }) => tokenOfFunction("index", name) === token);
  if (sharing) {
    assertRead(sharing);
    return { called: sharing, run: async ({ account, region }, args) => sharing.call(await host.client(account, region), args) };
  }
  const device = deviceFunctions.find(({ name }) => tokenOfFunction("device", name) === token);
  if (device === undefined) throw InputError.of("token", `this version of the plugin resourceshare has no function ${token}`);
  assertRead(device);
  return {
    called: device,
    run: async ({ account, region }, args) => {
      if (region !== undefined) throw InputError.of("region", "is not an argument: the device API has no regions");
      return device.call(await host.device(account), args);
    },
  };
}

/** Rejects an action. It would run in previews too, because no function can return an unknown value. */
function assertRead({ name, effect }: Pick<ProgramFunction, "name" | "effect">): void {
  if (effect === "read") return;
  throw InputError.of(
    "token",
    `${name} is an action, and a preview would execute it; use a resource that does it, such as DeviceAction or InvitationAcceptor, or call it in a Node program with pulumi-resourceshare`,
  );
}

function assertKnown(values: Values): void {
  const unknown = Object.keys(values).filter((name) => isUnknown(values[name]));
  const failures = unknown.map((property): Failure => ({ property, reason: "is not known yet; use the output form of the function" }));
  if (failures.length > 0) throw new InputError(failures);
}

function text(property: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw InputError.of(property, "must be a text");
}
