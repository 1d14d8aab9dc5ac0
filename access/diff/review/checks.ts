import { meantResourceType } from "../../../provider/api/catalogue.ts";
import { didYouMean } from "../../../provider/kernel/ids.ts";
import { typeKey, typeKeyIn } from "../../../provider/resources/association/resource-type.ts";
import type { AccessDiff } from "../access-diff.ts";
import type { Change } from "../changes.ts";
import { countsOf, numberOf, unknownTargetsText } from "../counts.ts";
import { type Resource, unknownName } from "../../share-snapshot.ts";
import { risksOf } from "./risks.ts";

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
 * Reads a check of `--fail-on`; `undefined` when it is none.
 *
 * @example
 * checkNamed("not-granted:fd-1:VSwitch/vsw-1")
 */
export function checkNamed(text: string): Check | undefined {
  const [, target, type, id] = /^not-granted:([^:]+):([^/]+)\/(.+)$/.exec(text) ?? [];
  if (target !== undefined && type !== undefined && id !== undefined) return { text, target, type, id };
  return names.find((name) => name === text);
}

/** Returns why a text is no check. */
export function checkProblem(text: string): string {
  if (text.startsWith("not-granted")) return `needs a target and a resource: ${requiredForm}`;
  return `is not known: ${checksText}${didYouMean(text, names)}`;
}

/**
 * Returns the checks of `--fail-on` that fail, each with its reason.
 *
 * @param asked The checks to make.
 * @param advice What to do where not everything is known, for messages.
 * @example
 * failedChecks(["loss", "gap"], diff) // ["loss: 2 lost"]
 */
export function failedChecks(asked: readonly Check[], diff: AccessDiff, advice = "the notes have the reason"): string[] {
  return asked.flatMap((check) => {
    const [name, reason] = typeof check === "string" ? [check, reasonOf(check, diff)] : [check.text, missingAccess(check, diff, advice)];
    return reason === undefined || reason === "" ? [] : [`${name}: ${reason}`];
  });
}

function policyText(mandatory: number, isRefused: boolean): string | undefined {
  if (mandatory > 0) return numberOf(mandatory, "mandatory violation");
  return isRefused ? "the preview was stopped" : undefined;
}

function reasonOf(check: CheckName, diff: AccessDiff): string | undefined {
  const { gained, lost, unknown, gaps, mandatory, directories } = countsOf(diff);
  const reasons: Readonly<Record<CheckName, string | undefined>> = {
    external: externalText(diff),
    loss: lossText(diff),
    gap: gaps > 0 ? `${gaps} with a gap` : undefined,
    any: gained + lost + unknown + gaps > 0 ? "access changes" : undefined,
    unknown: unknown > 0 || diff.isIncomplete ? "not everything is known" : undefined,
    policy: policyText(mandatory, diff.policies.isRefused),
    "new-access": gained > 0 ? `${gained} gained` : undefined,
    "whole-directory": directories > 0 ? `${numberOf(directories, "whole directory", "whole directories")} would gain access` : undefined,
  };
  return reasons[check];
}

function lossText({ changes }: AccessDiff): string {
  const lost = changes.filter(({ change }) => change === "lost").length;
  const uncertain = changes.filter(({ mayBeLost }) => mayBeLost === true).length;
  return [...(lost > 0 ? [`${lost} lost`] : []), ...(uncertain > 0 ? [`${uncertain} may be lost`] : [])].join(", ");
}

function externalText({ changes, unknownTargetShares, allowedExternal }: AccessDiff): string {
  const risks = new Map(risksOf(changes, allowedExternal).map(({ kind, accesses }) => [kind, targetCount(accesses)]));
  const [external, service, possible] = (["external", "service", "possibly-external"] as const).map((kind) => risks.get(kind) ?? 0);
  const outside = [
    ...(external ? [`${numberOf(external, "target")} outside the resource directory`] : []),
    ...(service ? [numberOf(service, "service")] : []),
  ];
  const unknown = unknownTargetShares.length;
  return [
    ...(outside.length > 0 ? [`${outside.join(", ")} would gain access`] : []),
    ...(possible ? [`${numberOf(possible, "target")} possibly outside the resource directory would gain access`] : []),
    ...(unknown > 0 ? [`${unknownTargetsText(unknown)}, which may be outside the resource directory`] : []),
  ].join("; ");
}

function targetCount(accesses: readonly Change[]): number {
  return new Set(accesses.map(({ target }) => target.id)).size;
}

/** Whether a resource is of a type, however a program, an ARN or the check spells it. */
function isOfType({ type, arn }: Resource, wanted: string): boolean {
  return [typeKey(type), ...(arn === undefined ? [] : [typeKeyIn(arn)])].includes(typeKey(wanted));
}

function missingAccess({ target, type, id }: RequiredAccess, { changes, isIncomplete }: AccessDiff, advice: string): string | undefined {
  const isWanted = (change: Change) =>
    [target, unknownName].includes(change.target.id) &&
    (isOfType(change.resource, type) || change.resource.type === unknownName) &&
    [id, unknownName].includes(change.resource.id);
  const found = changes.filter(isWanted);
  if (found.some(({ change }) => change === "kept" || change === "gained")) return undefined;
  const what = `use ${type} ${id}`;
  if (found.some(({ change }) => change === "unknown")) return `it is not known whether the update lets ${target} ${what}`;
  if (isIncomplete) return `not known whether ${target} can ${what}: ${advice}`;
  const meant = meantResourceType(type);
  return `no share of the stack would let ${target} ${what}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
}
