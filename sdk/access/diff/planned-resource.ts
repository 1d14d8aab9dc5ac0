/** What is used of a resource's inputs: the rest, and the provider's code above all, would only be carried along. */
export const inputNames = [
  "name",
  "adopt",
  "exclusive",
  "allowExternalTargets",
  "resources",
  "resourceArns",
  "targets",
  "permissionName",
  "permissionNames",
  "shareId",
  "account",
  "region",
  "leaveOnDelete",
  "__share",
] as const;

/** What is used of its outputs. */
export const outputNames = [
  "name",
  "owner",
  "account",
  "accountId",
  "associations",
  "permissionName",
  "permissionNames",
  "resourceType",
  "defaultPermission",
  "shareId",
  "receiverAccountId",
  "invitationId",
] as const;

/** Some of a resource's values, as far as they are there. */
export type Values<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** A resource as one side of a step has it. */
export interface Side {
  readonly id: string | undefined;
  readonly inputs: Values<(typeof inputNames)[number]>;
  readonly outputs: Values<(typeof outputNames)[number]>;
  /** URNs of the resources that `shareId` comes from. */
  readonly links: readonly string[];
  /** It is deleted before its replacement is created. */
  readonly isGoingFirst: boolean;
  /** It is left at the service when the stack lets go of it. */
  readonly isRetained: boolean;
  /** URN of the resource whose deletion takes it along. */
  readonly goesWith: string | undefined;
}

/** One step of a preview. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  /** The last part of the type, as `ResourceShare`. */
  readonly kind: string;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

/** What happens to a resource; `swap` makes the new one before the old one goes, `gap` takes the old one away first. */
export type Fate = "same" | "create" | "update" | "delete" | "swap" | "gap";

/** One resource, and what becomes of it. */
export interface PlannedResource {
  readonly urn: string;
  readonly kind: string;
  readonly fate: Fate;
  /** What it was before stays at the service, though the stack lets go of it. */
  readonly isLeft: boolean;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

const replacing = new Set(["replace", "create-replacement", "read-replacement", "import-replacement"]);
const leaving = new Set(["delete-replaced", "discard-replaced"]);
const going = new Set(["delete", "discard"]);
const fates: Readonly<Record<string, Fate>> = { create: "create", update: "update", import: "create", "remove-pending-replace": "delete" };

/** The steps of each resource as one: a replacement is up to three of them. */
export function joined(steps: readonly Step[]): PlannedResource[] {
  const planned = resourcesOf(steps);
  const deleted = new Set(planned.flatMap(({ urn, fate }) => (fate === "delete" ? [urn] : [])));
  const isLeft = ({ fate, before }: Omit<PlannedResource, "isLeft">) => {
    const goes = fate === "delete" || fate === "swap" || fate === "gap";
    // The engine calls no deletion of what goes with another resource, also when that is retained.
    return goes && before !== undefined && (before.isRetained || (before.goesWith !== undefined && deleted.has(before.goesWith)));
  };
  return planned.map((resource) => ({ ...resource, isLeft: isLeft(resource) }));
}

function resourcesOf(steps: readonly Step[]): Omit<PlannedResource, "isLeft">[] {
  return [...Map.groupBy(steps, ({ urn }) => urn).values()].flatMap((of) => {
    const main = of.find(({ op }) => replacing.has(op)) ?? of.find(({ op }) => !leaving.has(op) && !going.has(op));
    const leftovers = of.filter((step) => step !== main && going.has(step.op)).map((step) => gone(step));
    if (main === undefined) return [...of.filter(({ op }) => leaving.has(op)).map(gone), ...leftovers];
    const { urn, kind, before, after } = main;
    return [{ urn, kind, fate: fateOf(main, of), before, after }, ...leftovers];
  });
}

function fateOf(main: Step, of: readonly Step[]): Fate {
  if (!replacing.has(main.op)) return fates[main.op] ?? "same";
  // A document marks the old state; a stream shows the order.
  const created = of.findIndex(({ op }) => op === "create-replacement");
  const deleted = of.findIndex(({ op }) => leaving.has(op));
  const isFirst = main.before?.isGoingFirst === true || (deleted >= 0 && deleted < created);
  return isFirst ? "gap" : "swap";
}

function gone({ urn, kind, before }: Step): Omit<PlannedResource, "isLeft"> {
  return { urn, kind, fate: "delete", before, after: undefined };
}
