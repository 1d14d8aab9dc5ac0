import { matches } from "../../../provider/kernel/wildcard.ts";
import { isWritePermission } from "../../write-permission.ts";
import { forceOf, type ShownAccess } from "../changes.ts";

/** What a reviewer should check, the most important first. */
export const riskKinds = ["external", "possibly-external", "service", "directory", "write", "gap"] as const;
export type RiskKind = (typeof riskKinds)[number];

/** Accesses to check for one reason. */
export interface Risk<Item extends ShownAccess> {
  readonly kind: RiskKind;
  readonly accesses: readonly Item[];
}

/** How to name the members of the resource directory: by the option of a command, or by the input of a pipeline. */
export const membersAdvice = "name the file that lists the members: --directory FILE, or the input `directory` of a pipeline";

/** The names of risks, and what to do. */
export const riskTexts: Readonly<Record<RiskKind, { readonly title: string; readonly advice: string }>> = {
  external: {
    title: "Outside the resource directory",
    advice: "confirm that these accounts may have access, or take them out of the targets",
  },
  "possibly-external": {
    title: "Possibly outside the resource directory",
    advice: `check whether these accounts are members, or ${membersAdvice}`,
  },
  service: { title: "A service", advice: "confirm that this service may have access, or take it out of the targets" },
  directory: { title: "A whole resource directory", advice: "name the folders or accounts that need access" },
  write: { title: "Write permission", advice: "attach a permission that only reads where that is enough" },
  gap: {
    title: "Interrupted during the update",
    advice: "add the new association in one update and remove the old one in the next, so that access stays",
  },
};

/**
 * Groups accesses by what is risky about them. A change is a risk when access is gained, may be gained or has come into force; a gap is one of
 * a kept access.
 *
 * @param allowed Patterns of targets that may be outside the directory.
 */
export function risksOf<Item extends ShownAccess>(accesses: readonly Item[], allowed: readonly string[] = []): readonly Risk<Item>[] {
  return riskKinds.flatMap((kind) => {
    const found = accesses.filter((access) => (kind === "gap" ? access.gap === true : isGiven(access) && isRisky[kind](access, allowed)));
    return found.length > 0 ? [{ kind, accesses: found }] : [];
  });
}

const isRisky: Readonly<Record<Exclude<RiskKind, "gap">, (access: ShownAccess, allowed: readonly string[]) => boolean>> = {
  external: ({ target }, allowed) => target.external === true && target.kind !== "Service" && !matches(allowed, target.id),
  "possibly-external": ({ target }, allowed) => target.external === null && !matches(allowed, target.id),
  service: ({ target }, allowed) => target.kind === "Service" && !matches(allowed, target.id),
  directory: ({ target }) => target.kind === "ResourceDirectory",
  write: ({ permission }) => isWritePermission(permission),
};

/** Whether an access is there, has come into force or may be gained. */
function isGiven(access: ShownAccess): boolean {
  const { change } = access;
  return change === undefined || change === "gained" || change === "unknown" || forceOf(access) === "in force";
}
