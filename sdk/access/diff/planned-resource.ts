/** The inputs that the diff uses. The others, above all the provider's code, would only use memory. */
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

/** The outputs that the diff uses. */
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

/** Some of a resource's values; absent ones are left out. */
export type Values<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

/** The old or the new state of a resource in a step. */
export interface Side {
  readonly id: string | undefined;
  readonly inputs: Values<(typeof inputNames)[number]>;
  readonly outputs: Values<(typeof outputNames)[number]>;
  /** URNs of the resources that `shareId` comes from. */
  readonly links: readonly string[];
  /** Whether the engine deletes it before it creates the replacement. */
  readonly isGoingFirst: boolean;
  /** Whether it has `retainOnDelete`: the engine removes it from the state only. */
  readonly isRetained: boolean;
  /** URN of the resource in its option `deletedWith`. */
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

/** How the update changes a resource: `swap` replaces it create-first, `gap` replaces it delete-first. */
export type Fate = "same" | "create" | "update" | "delete" | "swap" | "gap";

/** One resource, and how the update changes it. */
export interface PlannedResource {
  readonly urn: string;
  readonly kind: string;
  readonly fate: Fate;
  /** Whether the old object stays at the service although the engine removes it from the state. */
  readonly isLeft: boolean;
  readonly before: Side | undefined;
  readonly after: Side | undefined;
}

const replacing = new Set(["replace", "create-replacement", "read-replacement", "import-replacement"]);
const leaving = new Set(["delete-replaced", "discard-replaced"]);
const going = new Set(["delete", "discard"]);
const fates: Readonly<Record<string, Fate>> = { create: "create", update: "update", import: "create", "remove-pending-replace": "delete" };

/** Joins the steps of each resource: a replacement has up to three. */
export function joined(steps: readonly Step[]): PlannedResource[] {
  const planned = resourcesOf(steps);
  const deleted = new Set(planned.flatMap(({ urn, fate }) => (fate === "delete" ? [urn] : [])));
  const isLeft = ({ fate, before }: Omit<PlannedResource, "isLeft">) => {
    const goes = fate === "delete" || fate === "swap" || fate === "gap";
    // The engine does not call `delete` for a resource with `deletedWith`, also when that other resource is retained.
    return goes && before !== undefined && (before.isRetained || (before.goesWith !== undefined && deleted.has(before.goesWith)));
  };
  return planned.map((resource) => ({ ...resource, isLeft: isLeft(resource) }));
}

function resourcesOf(steps: readonly Step[]): Omit<PlannedResource, "isLeft">[] {
  return [...Map.groupBy(steps, ({ urn }) => urn).values()].flatMap((own) => {
    const main = own.find(({ op }) => replacing.has(op)) ?? own.find(({ op }) => !leaving.has(op) && !going.has(op));
    const deletions = own.filter((step) => step !== main && going.has(step.op)).map((step) => gone(step));
    if (main === undefined) return [...own.filter(({ op }) => leaving.has(op)).map(gone), ...deletions];
    const { urn, kind, before, after } = main;
    return [{ urn, kind, fate: fateOf(main, own), before, after }, ...deletions];
  });
}

function fateOf(main: Step, steps: readonly Step[]): Fate {
  if (!replacing.has(main.op)) return fates[main.op] ?? "same";
  // A document has `pendingReplacement` in the old state; a stream has the steps in their order.
  const created = steps.findIndex(({ op }) => op === "create-replacement");
  const deleted = steps.findIndex(({ op }) => leaving.has(op));
  const isFirst = main.before?.isGoingFirst === true || (deleted >= 0 && deleted < created);
  return isFirst ? "gap" : "swap";
}

function gone({ urn, kind, before }: Step): Omit<PlannedResource, "isLeft"> {
  return { urn, kind, fate: "delete", before, after: undefined };
}
