import { matches } from "../../../provider/kernel/wildcard.ts";
import { sectionOf, type ShownAccess } from "../../shown-access.ts";

/** What a reviewer should check, the most important first: who certainly gets more access comes before who possibly does. */
export const riskKinds = ["external", "service", "directory", "write", "possibly-external", "gap", "loss"] as const;
export type RiskKind = (typeof riskKinds)[number];

/** What decides whether an access is a risk. */
type Assessed = Parameters<typeof sectionOf>[0] & Pick<ShownAccess, "target" | "permission">;

/** Accesses to check for one reason. */
export interface Risk<Item extends Assessed> {
  readonly kind: RiskKind;
  readonly accesses: readonly Item[];
  /** How many accesses, or, where the target is the risk, how many targets. */
  readonly count: number;
}

/** How to name the members of the resource directory: by the option of a command, or by the input of a pipeline. */
export const membersAdvice = "name the file that lists the members: `--directory FILE`, or the input `directory` of a pipeline";

interface RiskText {
  readonly title: string;
  readonly advice: string;
  /** What is counted. */
  readonly counted: readonly [one: string, several: string];
  /** How a code scanner shows it: what may be intended is no error. */
  readonly level: "error" | "warning" | "note";
}

/** How each risk is shown. */
export const riskTexts: Readonly<Record<RiskKind, RiskText>> = {
  external: {
    title: "Outside the resource directory",
    advice: "confirm that these accounts may have access, or take them out of the targets",
    counted: ["target outside the resource directory", "targets outside the resource directory"],
    level: "error",
  },
  service: {
    title: "A service",
    advice: "confirm that this service may have access, or take it out of the targets",
    counted: ["service", "services"],
    level: "error",
  },
  directory: {
    title: "A whole resource directory",
    advice: "name the folders or accounts that need access",
    counted: ["whole directory", "whole directories"],
    level: "warning",
  },
  write: {
    title: "Write permission",
    advice: "attach a permission that only reads where that is enough",
    counted: ["access with a write permission", "accesses with a write permission"],
    level: "note",
  },
  "possibly-external": {
    title: "Possibly outside the resource directory",
    advice: `check whether these accounts are members, or ${membersAdvice}`,
    counted: ["target possibly outside the resource directory", "targets possibly outside the resource directory"],
    level: "warning",
  },
  gap: {
    title: "Interrupted during the update",
    advice:
      "add the new association in one update and remove the old one in the next, so that access stays; a renamed share stays with `aliases`",
    counted: ["access with a gap", "accesses with a gap"],
    level: "warning",
  },
  loss: {
    title: "Loses access",
    advice: "confirm that nothing uses it any more",
    counted: ["lost access", "lost accesses"],
    level: "note",
  },
};

/** The risks of which each access counts, not each target. */
export const risksByAccess: readonly RiskKind[] = ["write", "gap", "loss"];

/** The risks in words, as `2 targets outside the resource directory`. */
export function riskNotes(risks: readonly Pick<Risk<Assessed>, "kind" | "count">[]): string[] {
  return risks.flatMap(({ kind, count }) => (count > 0 ? [`${count} ${riskTexts[kind].counted[count === 1 ? 0 : 1]}`] : []));
}

/**
 * Groups accesses by what is risky about them. A change is a risk when access is gained, changed, may be gained or has come into force, when
 * it is interrupted, and when it is lost.
 *
 * @param allowed Patterns of targets that may be outside the directory.
 */
export function risksOf<Item extends Assessed>(accesses: readonly Item[], allowed: readonly string[] = []): readonly Risk<Item>[] {
  return riskKinds.flatMap((kind) => {
    const found = accesses.filter((access) => isRisky[kind](access, allowed));
    const count = risksByAccess.includes(kind) ? found.length : new Set(found.map(({ target }) => target.id)).size;
    return count > 0 ? [{ kind, accesses: found, count }] : [];
  });
}

const isRisky: Readonly<Record<RiskKind, (access: Assessed, allowed: readonly string[]) => boolean>> = {
  external: (access, allowed) =>
    isGiven(access) && access.target.external === true && access.target.kind !== "Service" && !isAllowed(access, allowed),
  service: (access, allowed) => isGiven(access) && access.target.kind === "Service" && !isAllowed(access, allowed),
  directory: isOfWholeDirectory,
  write: (access) => isGiven(access) && isWritePermission(access.permission),
  "possibly-external": (access, allowed) => isGiven(access) && access.target.external === null && !isAllowed(access, allowed),
  gap: ({ gap }) => gap === true,
  loss: ({ change }) => change === "lost",
};

/** Whether a whole resource directory has an access, or may gain it. */
export function isOfWholeDirectory(access: Assessed): boolean {
  return isGiven(access) && access.target.kind === "ResourceDirectory";
}

/** Whether a permission lets targets change resources, as far as its name shows that; the names of default permissions do not. */
export function isWritePermission(name: string): boolean {
  return /write|full|manage|admin/i.test(name);
}

/** Whether an access exists, is or may be gained, is changed, or has come into force. */
function isGiven(access: Assessed): boolean {
  return access.change === undefined || ["gained", "changed", "unknown", "in force"].includes(sectionOf(access));
}

function isAllowed({ target }: Assessed, allowed: readonly string[]): boolean {
  return matches(allowed, target.id);
}

/**
 * The order of accesses in every format: by the worst risk of each, then by its other risks; one with more risks comes first. The rest, and
 * accesses of the same risks, keep their order.
 *
 * @param allowed Patterns of targets that may be outside the directory.
 */
export function riskFirst<Item extends Assessed>(accesses: readonly Item[], allowed: readonly string[] = []): readonly Item[] {
  // A digit for each kind, so that the greatest text has the worst risks.
  const risksIn = (access: Item) => riskKinds.map((kind) => (isRisky[kind](access, allowed) ? "1" : "0")).join("");
  const alike = [...Map.groupBy(accesses, risksIn)].toSorted(([one], [other]) => (one < other ? 1 : -1));
  return alike.flatMap(([, same]) => same);
}
