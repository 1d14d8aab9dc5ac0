import { meantResourceType } from "../../../provider/api/catalogue.ts";
import { InputError } from "../../../provider/kernel/errors.ts";
import { didYouMean } from "../../../provider/kernel/ids.ts";
import { typeKey, typeKeyIn } from "../../../provider/resources/association/resource-type.ts";
import type { AccessDiff } from "../access-diff.ts";
import type { Change } from "../changes.ts";
import { type Counts, countsOf, notesOf, numberOf, unknownTargetsText } from "../counts.ts";
import { type Resource, unknownName } from "../../share-snapshot.ts";
import type { RiskKind } from "./risks.ts";

/** The checks that `--fail-on` accepts by name. */
const names = ["external", "loss", "gap", "any", "unknown", "policy", "new-access", "whole-directory"] as const;
type CheckName = (typeof names)[number];

/** The check `not-granted`: a target must be able to use a resource after the update. */
interface RequiredAccess {
  readonly text: string;
  readonly target: string;
  readonly type: string;
  readonly id: string;
}

/** One check of `--fail-on`. */
export type Check = CheckName | RequiredAccess;

const requiredForm = "not-granted:TARGET:TYPE/ID";

/** All checks in words, for messages. */
export const checksText = [...names, requiredForm].join(", ");

/**
 * Reads a check of `--fail-on`.
 *
 * @throws InputError when the text is none.
 * @example
 * readCheck("not-granted:fd-1:VSwitch/vsw-1")
 */
export function readCheck(text: string): Check {
  const [, target, type, id] = /^not-granted:([^:]+):([^/]+)\/(.+)$/.exec(text) ?? [];
  if (target !== undefined && type !== undefined && id !== undefined) return { text, target, type, id };
  const check = names.find((name) => name === text);
  if (check !== undefined) return check;
  const isRequired = text.startsWith("not-granted");
  throw InputError.of(
    "check",
    isRequired
      ? `it needs a target and a resource: ${requiredForm}`
      : `there is no such check; there are ${checksText}${didYouMean(text, names)}`,
  );
}

/**
 * Returns the checks of `--fail-on` that fail, each with its reason.
 *
 * @param asked The checks to make.
 * @param diff The changes to judge.
 * @param more.advice What to do where not everything is known, for messages.
 * @param more.unexpanded The changes of the folders and directories that `diff` has the members of.
 * @example
 * failedChecks(["loss", "gap"], diff) // ["loss: 2 lost"]
 */
export function failedChecks(
  asked: readonly Check[],
  diff: AccessDiff,
  more: { readonly advice?: string; readonly unexpanded?: readonly Change[] } = {},
): string[] {
  const { advice = "the notes have the reason", unexpanded = [] } = more;
  const counts = countsOf(diff);
  const granting = { ...diff, changes: [...diff.changes, ...unexpanded] };
  return asked.flatMap((check) => {
    const [name, reason] =
      typeof check === "string" ? [check, reasonOf(check, counts, diff)] : [check.text, missingAccess(check, granting, advice)];
    return reason === undefined || reason === "" ? [] : [`${name}: ${reason}`];
  });
}

function reasonOf(check: CheckName, counts: Counts, { changes, policies }: AccessDiff): string | undefined {
  const { gained, lost, changed, unknown, gaps, nowInForce, nowPending, mandatory, notChecked, isIncomplete } = counts;
  const stopped = policies.refused ? "the preview was stopped" : undefined;
  const uncertain = changes.filter(({ mayBeLost }) => mayBeLost === true).length;
  const counted = (count: number, words: string) => (count > 0 ? [`${count} ${words}`] : []);
  const notes = (...kinds: readonly RiskKind[]) => notesOf({ ...counts, notChecked: 0 }, kinds).join(", ");
  const gaining = (text: string) => (text === "" ? [] : [`${text} would gain access`]);
  const reasons: Readonly<Record<CheckName, string | undefined>> = {
    external: [
      ...gaining(notes("external", "possibly-external", "service")),
      ...(notChecked > 0 ? [`${unknownTargetsText(notChecked)}, which may be outside the resource directory`] : []),
    ].join("; "),
    loss: [...counted(lost, "lost"), ...counted(changed, "changed"), ...counted(uncertain, "may be lost")].join(", "),
    gap: notes("gap"),
    any: gained + lost + changed + unknown + gaps + nowInForce + nowPending > 0 ? "access changes" : undefined,
    unknown: unknown > 0 || isIncomplete ? "not everything is known" : undefined,
    policy: mandatory > 0 ? numberOf(mandatory, "mandatory violation") : stopped,
    "new-access": [...counted(gained, "gained"), ...counted(changed, "changed")].join(", "),
    "whole-directory": gaining(notes("directory")).join(),
  };
  return reasons[check];
}

/** Whether a resource is of a type, however a program, an ARN or the check spells it. */
function isOfType({ type, arn }: Resource, wanted: string): boolean {
  return [typeKey(type), ...(arn === undefined ? [] : [typeKeyIn(arn)])].includes(typeKey(wanted));
}

/** Why accesses are not in force. */
function pendingReason(changes: readonly Change[]): string {
  const external = new Set(changes.map((change) => change.target.external));
  if (external.has(true)) return "it has to accept an invitation, and no InvitationAcceptor in the same preview is known to do that";
  return external.has(null)
    ? "it is not known whether it has to accept an invitation; --directory decides that"
    : "an association of it has not settled";
}

function missingAccess({ target, type, id }: RequiredAccess, { changes, isIncomplete }: AccessDiff, advice: string): string | undefined {
  const isWanted = (change: Change) =>
    [target, unknownName].includes(change.target.id) &&
    (isOfType(change.resource, type) || change.resource.type === unknownName) &&
    [id, unknownName].includes(change.resource.id);
  const found = changes.filter(isWanted);
  const granted = found.filter(({ change }) => change !== "lost" && change !== "unknown");
  if (granted.some(({ pending }) => !pending)) return undefined;
  const what = `use ${type} ${id}`;
  if (granted.length > 0) return `${target} cannot ${what} yet: ${pendingReason(granted)}`;
  if (found.some(({ change }) => change === "unknown")) return `it is not known whether the update lets ${target} ${what}`;
  if (isIncomplete) return `not known whether ${target} can ${what}: ${advice}`;
  const meant = meantResourceType(type);
  return `no share of the stack would let ${target} ${what}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}
