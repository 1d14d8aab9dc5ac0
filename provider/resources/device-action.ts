import { z } from "zod";
import { deviceActions } from "../functions/device.ts";
import type { DeviceFunction } from "../functions/declare.ts";
import { asError, type Failure } from "../kernel/errors.ts";
import { digest } from "../kernel/ids.ts";
import { isAbsent, isRecord, sameJson } from "../kernel/json.ts";
import { PartialUpdateError } from "../lifecycle/partial-update-error.ts";
import { isAmbiguous } from "../client/errors/failures.ts";
import type { Context, Resource, Values } from "../lifecycle/resource.ts";
import { placement, accountAndRegion } from "./shared-inputs.ts";

const names = ["executeScene", "executeSmartHomeScene", "pushDeviceNotification", "createPlayingList"] as const;

const inputs = z.object({
  action: z.enum(names).describe("Name of the function that is run."),
  args: z.record(z.string(), z.unknown()).meta({ argumentsOf: "action" }).describe("Its arguments, as the function takes them."),
  triggers: z.unknown().optional().describe("Any value: the action runs again when it changes, and when `action` or `args` do."),
  ...placement,
});

const outputs = z.object({
  result: z.record(z.string(), z.unknown()).optional().describe("Result of the function; absent when its response was lost."),
  ranAt: z.string().optional().describe("When it began: ISO 8601 in UTC."),
  failure: z.string().optional().describe("Why it is not known whether it took effect; absent when it did."),
  ...accountAndRegion,
});

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * Runs an action on a device once, and again when its triggers change (specification: Endpoints).
 *
 * - Created: when `reconcile` has run the action. The id is from the URN and the time. A creation that fails keeps the id only if the action
 *   may have run.
 * - Exists: the state records that the action ran; the service keeps no record of it.
 * - Replaced: by a change of `account` or `region`.
 * - Deleted: only from the state, with a warning; the effect stays.
 */
export const DeviceAction: Resource<Inputs, State> = {
  token: "DeviceAction",
  summary:
    "Runs an action on a user's device once: executes a scene, pushes a notification or plays a list; again when its triggers change. " +
    "An action whose process is killed before the state records it runs again in the next `pulumi up`. " +
    "An action cannot be read from the service, so it can be neither imported nor looked up.",
  inputs,
  outputs,
  replaceOn: ["account", "region"],
  deletesBeforeReplacement: false,
  onCreateOnly: [],
  isAction: true,
  check: checkArguments,
  advise: adviseOnArguments,
  canonical: (values) => values,
  claims: () => [],
  needsReconcile: () => false,
  async create(context, wanted) {
    const id = `${wanted.action}/${digest(`${context.urn} ${context.clock.wallTime()}`)}`;
    return { id, known: { ...wanted, ranAt: undefined } };
  },
  async read(_context, _id, state) {
    const { action, args, ranAt } = state;
    if (action === undefined || args === undefined || ranAt === undefined) return undefined;
    return { ...state, action, args };
  },
  async reconcile(context, _id, before, wanted) {
    if (before.ranAt !== undefined && isSame(before, wanted)) return { ...before, ...wanted };
    return run(context, functionOf(wanted.action), wanted);
  },
  async delete(context, _id, state) {
    context.warn(
      `the effect of ${state.action} is not undone: the API has no operation for that. The resource is only removed from the state`,
    );
  },
};

/** Runs the action. After an ambiguous failure it counts as done: a repeated push or scene is worse than a missing one. */
async function run(context: Context, action: DeviceFunction, wanted: Inputs): Promise<State> {
  const ranAt = new Date(context.clock.wallTime()).toISOString();
  const device = await context.device();
  try {
    const result = await action.call(device, wanted.args);
    return { ...wanted, result: { ...result }, ranAt };
  } catch (error) {
    const failure = asError(error);
    if (isAmbiguous(error) && isOf(action, error)) {
      context.warn(
        `it is not known whether ${action.name} took effect, so it is not repeated by itself: change \`triggers\` to run it again`,
      );
      throw new PartialUpdateError(failure, { ...wanted, ranAt, failure: failure.message });
    }
    throw failure;
  }
}

/** Returns whether an error is of the action itself. After a failed token request the action was not run. */
function isOf(action: DeviceFunction, error: unknown): boolean {
  return isRecord(error) && error["operation"] === action.operation;
}

function isSame(before: State, wanted: Inputs): boolean {
  const what = ({ action, args, triggers }: Inputs) => ({ action, args, triggers });
  return sameJson(what(before), what(wanted));
}

function functionOf(name: string): DeviceFunction {
  const found = deviceActions.find((action) => action.name === name);
  if (found === undefined) throw new Error(`there is no action ${name}`);
  return found;
}

/** Arguments that the vendor declares as optional, without documenting anything about a call that leaves them out. */
const probablyNeeded: ReadonlyMap<unknown, readonly [name: string, effect: string]> = new Map([
  ["executeScene", ["sceneId", "no scene may be executed"]],
  ["pushDeviceNotification", ["body", "no message may be sent"]],
]);

function adviseOnArguments({ action, args }: Values): Failure[] {
  const [name, effect] = probablyNeeded.get(action) ?? [];
  if (name === undefined || !isRecord(args) || !isAbsent(args[name])) return [];
  return [{ property: `args.${name}`, reason: `is missing: without it, ${effect}` }];
}

function checkArguments({ action, args }: Values): Failure[] {
  if (!names.some((name) => name === action) || !isRecord(args)) return [];
  return functionOf(String(action))
    .check(args)
    .map(({ property, reason }) => ({ property: `args.${property}`, reason }));
}
