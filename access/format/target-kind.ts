import type { Target } from "../share-snapshot.ts";

const kinds: Readonly<Record<Target["kind"], readonly [one: string, several: string]>> = {
  ResourceDirectory: ["directory", "directories"],
  Folder: ["folder", "folders"],
  Account: ["account", "accounts"],
  Service: ["service", "services"],
  Unknown: ["target", "targets"],
};

/** An id, and the property that the target or the resource has in the share; where it changes, also the property before. */
export function describedName({ id, property, oldProperty }: Pick<Target, "id" | "property" | "oldProperty">): string {
  // `null`: no property before.
  if (oldProperty !== undefined) return `${id} ${oldProperty ?? "no property"} → ${property ?? "no property"}`;
  return property === undefined ? id : `${id} ${property}`;
}

/** The kind of a target in words, as `external account`, or of several targets of one kind, as `3 external accounts`. */
export function kindOf({ kind, external }: Pick<Target, "kind" | "external">, count = 1): string {
  const [one, several] = kinds[kind];
  const noun = count === 1 ? one : several;
  const number = count === 1 ? "" : `${count} `;
  return `${number}${externalWord(external)}${noun}`;
}

function externalWord(external: Target["external"]): string {
  if (external === null) return "possibly external ";
  return external === true ? "external " : "";
}

/** A target `outside` the resource directory; or one to `check`: possibly outside, a whole directory or a service. */
export type TargetRisk = "outside" | "check";

/** What to check about a target, whatever it can use. */
export function targetRiskOf({ kind, external }: Pick<Target, "kind" | "external">): TargetRisk | undefined {
  if (external === true) return "outside";
  return external === null || kind === "ResourceDirectory" || kind === "Service" ? "check" : undefined;
}
