import * as pulumi from "@pulumi/pulumi";
import { InputError } from "../../provider/kernel/errors.ts";
import { withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { forProgram } from "../binding/program-error.ts";
import { callReady, functionNamed, isLeftOut, programClients } from "../binding/invoke.ts";
import { assertArguments, assertNoOutputs, checkedOptions, splitDependencies } from "../binding/checked-options.ts";
import type { DeviceCallOptions, DeviceCallOutputOptions } from "./options.ts";
import { opened, sessionOf } from "./open-session.ts";

/**
 * Calls a device function by name with known arguments.
 *
 * @returns The result; `undefined` for a call that a preview skips.
 */
export function invokeDevice<Result>(name: string, args: object | undefined, given?: DeviceCallOptions | null): Promise<Result> {
  // The caller is generated from the function's schema, which declares the type of the result.
  return forProgram(name, called(name, args, given)) as Promise<Result>;
}

async function called(name: string, args: object | undefined, given: DeviceCallOptions | null | undefined): Promise<unknown> {
  const options = checkedOptions<DeviceCallOptions>(name, ["account", "session", "parent", "runOnPreview"], given);
  assertNoOutputs(name, args);
  const { deviceFunctions } = await import("../../provider/functions/device.ts");
  const known = functionNamed(deviceFunctions, name);
  if (options.session !== undefined && options.account !== undefined) {
    throw InputError.of(
      "account",
      "does not go with a session, which has the account that it was opened with: pass it to `rs.device.session`",
    );
  }
  const present = withoutAbsentMembers(args ?? {});
  assertArguments(known, present);
  if (await isLeftOut(known, options)) return undefined;
  const session = options.session
    ? opened(options.session)
    : sessionOf(programClients().then((clients) => clients.device(options.account)));
  return session.use(async (client) => {
    const exchangesCode = pulumi.runtime.isDryRun() && client.session.wantsExchange && options.runOnPreview !== true;
    if (!exchangesCode) return known.call(client, present);
    await pulumi.log.info(`${name} would be called by an update, which first exchanges the session's code`, options.parent);
    return undefined;
  }, known.sendsAccessToken);
}

/**
 * Calls a device function whose arguments may be outputs. The result of a skipped call is unknown.
 *
 * @param isSecret Whether the result contains a token or a phone number.
 */
export function invokeDeviceOutput<Result>(
  name: string,
  args: object | undefined,
  given: DeviceCallOutputOptions | null | undefined,
  isSecret = false,
): pulumi.Output<Result> {
  const { ready, options } = splitDependencies(given);
  // What depends on a secret is one itself.
  return callReady(isSecret ? pulumi.secret(args) : args, ready, (known) => invokeDevice<Result | undefined>(name, known, options));
}
