import { explicitProviderName, type StateResource } from "../stack-state.ts";
import type { Step } from "./preview.ts";
import type { ResourceState } from "./resource-state.ts";

/**
 * How the update changes a resource: `replace` creates the replacement first, `delete-before-replace` deletes the old object first.
 * What the program only reads is not changed, and is not of the stack.
 */
export type PlannedOperation = "same" | "read" | "create" | "update" | "delete" | "replace" | "delete-before-replace";

/** One resource, and how the update changes it. */
export interface PlannedResource {
  readonly urn: string;
  readonly kind: string;
  readonly operation: PlannedOperation;
  /** Whether the old object stays at the service although the engine removes it from the state. */
  readonly isRetained: boolean;
  readonly before: ResourceState | undefined;
  readonly after: ResourceState | undefined;
}

/** Whether the update replaces the object by another one. */
export function isReplaced({ operation }: Pick<PlannedResource, "operation">): boolean {
  return operation === "replace" || operation === "delete-before-replace";
}

/** Whether the update creates an object, also as a replacement. */
export function isCreated(resource: Pick<PlannedResource, "operation">): boolean {
  return resource.operation === "create" || isReplaced(resource);
}

/** Whether the object of before is deleted, also after its replacement. */
export function isDeleted(resource: Pick<PlannedResource, "operation">): boolean {
  return resource.operation === "delete" || isReplaced(resource);
}

const replacing = new Set(["replace", "create-replacement", "read-replacement", "import-replacement"]);
const deletingReplaced = new Set(["delete-replaced", "discard-replaced"]);
const deleting = new Set(["delete", "discard"]);
const operations: Readonly<Record<string, PlannedOperation>> = {
  create: "create",
  update: "update",
  import: "create",
  "remove-pending-replace": "delete",
};

/**
 * Step 2 of {@link diffAccess}: joins the steps of each resource, of which a replacement has up to three, and adds unchanged resources.
 * The state also shows what an earlier update has left: objects that were replaced and not deleted, or deleted and not replaced.
 *
 * @param steps The steps of the preview.
 * @param state The resources of the stack's state; those without a step are unchanged.
 * @example
 * plannedResourcesOf([
 *   { op: "create-replacement", urn: "a", … },
 *   { op: "replace", urn: "a", … },
 *   { op: "delete-replaced", urn: "a", … },
 * ]) // [{ urn: "a", operation: "replace", … }]
 */
export function plannedResourcesOf(steps: readonly Step[], state: readonly StateResource[] = []): PlannedResource[] {
  const absent = new Set(state.flatMap(({ urn, isPendingReplacement }) => (isPendingReplacement === true ? [urn] : [])));
  const joined = [...Map.groupBy(steps, ({ urn }) => urn).values()].flatMap((own) => joinedSteps(own, absent));
  const deleted = new Set(joined.flatMap(({ urn, operation }) => (operation === "delete" ? [urn] : [])));
  // The state has a resource that moves under its old URN.
  const shown = new Set(steps.flatMap(({ urn, oldUrn }) => [urn, oldUrn]));
  const isDocument = !steps.some(({ op }) => op === "create-replacement" || deletingReplaced.has(op));
  const planned = [
    ...joined.map((resource) => ({ ...resource, isRetained: isRetained(resource, deleted) })),
    // A document does not show the deletion of what an earlier update has replaced.
    ...state.filter(({ isPendingDeletion }) => isPendingDeletion === true && isDocument).map((resource) => pendingDeletion(resource)),
    ...state
      .filter(({ urn, isPendingDeletion }) => isPendingDeletion !== true && !absent.has(urn) && !shown.has(urn))
      .map((resource) => unchanged(resource)),
  ];
  return planned.flatMap((resource) => withoutRead(resource));
}

/** Separates the object that the program manages from the one that it only reads, where it reads one before or after the update. */
function withoutRead(planned: PlannedResource): PlannedResource[] {
  const { before, after } = planned;
  const [wasRead, isRead] = [before?.isRead === true, after?.isRead === true];
  if (!wasRead && !isRead) return [planned];
  if (!isRead) return after === undefined ? [] : [{ ...planned, operation: "create", before: undefined }];
  const read = { ...planned, operation: "read", before: wasRead ? before : undefined } as const;
  return wasRead || before === undefined ? [read] : [{ ...planned, operation: "delete", after: undefined }, read];
}

type Joined = Omit<PlannedResource, "isRetained">;

function joinedSteps(steps: readonly Step[], absent: ReadonlySet<string>): Joined[] {
  const main = steps.find(({ op }) => replacing.has(op)) ?? steps.find(({ op }) => !deletingReplaced.has(op) && !deleting.has(op));
  // The deletion of the object that this update replaces is a part of the replacement; any other one is of an earlier update.
  const isOfReplacement = ({ op, before }: Step) =>
    deletingReplaced.has(op) && main !== undefined && replacing.has(main.op) && before?.id === main.before?.id;
  const isDeletion = (step: Step) => step !== main && (deleting.has(step.op) || deletingReplaced.has(step.op));
  const deletions = steps.filter((step) => isDeletion(step) && !isOfReplacement(step)).map((step) => deletion(step));
  if (main === undefined) return deletions;
  const { urn, kind, after, oldUrn = urn } = main;
  // In a stream of events, only the end of an object shows that the program has only read it.
  const discarded = steps.find(({ op, before: old }) => op === "discard-replaced" && old?.id === main.before?.id);
  const before = discarded?.before ?? main.before;
  if (absent.has(oldUrn)) return [{ urn, kind, operation: "create", before: undefined, after }, ...deletions];
  return [{ urn, kind, operation: operationOf(main, steps), before, after }, ...deletions];
}

function operationOf(main: Step, steps: readonly Step[]): PlannedOperation {
  if (!replacing.has(main.op)) return operations[main.op] ?? "same";
  // A document has `pendingReplacement` in the old state; a stream has the steps in their order.
  const created = steps.findIndex(({ op }) => op === "create-replacement");
  const deleted = steps.findIndex(({ op }) => deletingReplaced.has(op));
  const isDeletedFirst = main.before?.pendingReplacement === true || (deleted >= 0 && deleted < created);
  return isDeletedFirst ? "delete-before-replace" : "replace";
}

function deletion({ urn, kind, before }: Step): Joined {
  return { urn, kind, operation: "delete", before, after: undefined };
}

/** The engine does not call `delete` for a resource with `deletedWith`, also when that other resource is retained. */
function isRetained(resource: Joined, deleted: ReadonlySet<string>): boolean {
  const { before } = resource;
  if (!isDeleted(resource) || before === undefined) return false;
  return before.retainOnDelete || (before.deletedWith !== undefined && deleted.has(before.deletedWith));
}

/** Returns an object of the state that the engine deletes at the end of the update. */
function pendingDeletion(resource: StateResource): PlannedResource {
  return { ...unchanged(resource), operation: "delete", isRetained: resource.retainOnDelete === true, after: undefined };
}

function unchanged({ urn, kind, id, inputs, outputs, provider, isRead }: StateResource): PlannedResource {
  const options = { shareIdSources: [], pendingReplacement: false, retainOnDelete: false, deletedWith: undefined };
  const state = { id, inputs, outputs, ...options, explicitProvider: explicitProviderName(provider), isRead };
  return { urn, kind, operation: "same", isRetained: false, before: state, after: state };
}
