import { groupedBy } from "../../provider/kernel/grouped-by.ts";
import { kindsWithEntities } from "../../provider/resources/kinds.ts";
import { UNKNOWN } from "../../provider/lifecycle/resource.ts";
import type { StateResource } from "../stack-state.ts";
import type { Preview, Step } from "./preview.ts";
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

/** Whether the old object is deleted, also after its replacement. */
export function isDeleted(resource: Pick<PlannedResource, "operation">): boolean {
  return resource.operation === "delete" || isReplaced(resource);
}

const replacing = new Set(["replace", "create-replacement", "read-replacement"]);
const deletingReplaced = new Set(["delete-replaced", "discard-replaced"]);
const deleting = new Set(["delete", "discard"]);
const operations: Readonly<Record<string, PlannedOperation>> = {
  create: "create",
  update: "update",
  "remove-pending-replace": "delete",
};

/**
 * Step 2 of {@link diffAccess}: joins the steps of each resource, of which a replacement has up to three, and adds unchanged resources.
 * The state also shows what an earlier update has left: objects that were replaced and not deleted, or deleted and not replaced.
 *
 * @param preview The steps of the preview, the URNs that it deletes, and whether it is a document, which alone shows dependencies.
 * @param state The resources of the stack's state; those without a step are unchanged.
 * @example
 * plannedResourcesOf({ deleted: [], hasDependencies: true, steps: [
 *   { op: "create-replacement", urn: "a", … },
 *   { op: "replace", urn: "a", … },
 *   { op: "delete-replaced", urn: "a", … },
 * ] }) // [{ urn: "a", operation: "replace", … }]
 */
export function plannedResourcesOf(
  preview: Pick<Preview, "steps" | "deleted" | "hasDependencies">,
  state: readonly StateResource[] = [],
): PlannedResource[] {
  const steps = withoutImports(withoutRefreshes(preview.steps));
  const absent = new Set(state.flatMap(({ urn, pendingReplacement }) => (pendingReplacement ? [urn] : [])));
  const joined = groupedBy(steps, ({ urn }) => urn).flatMap((own) => joinedSteps(own, absent));
  // The engine deletes removed and replaced resources at the end of the update.
  const isDeletedLast = ({ operation }: Joined) => operation === "delete" || operation === "replace";
  // A document does not show the deletion of what an earlier update has replaced. A stream does, unless `--target` leaves it.
  const replacedEarlier = state.filter(({ isPendingDeletion }) => isPendingDeletion);
  const deleted = new Set(
    [...joined.filter(isDeletedLast), ...(preview.hasDependencies ? replacedEarlier : [])].map(({ urn }) => urn).concat(preview.deleted),
  );
  // A stream of events does not show `deletedWith`, and the state does.
  const deletedWith = new Map(state.map((resource) => [resource.urn, resource.deletedWith]));
  // The state has a resource that moves under its old URN.
  const shown = new Set(preview.steps.flatMap(({ urn, oldUrn }) => [urn, oldUrn]));
  const stepIds = new Set(steps.map(({ before }) => before?.id));
  const planned = [
    ...joined.map((resource) => ({ ...resource, isRetained: isRetained(resource, deleted, deletedWith) })),
    ...replacedEarlier
      .filter(({ id }) => preview.hasDependencies || !stepIds.has(id))
      .map((resource) => pendingDeletion(resource, !preview.hasDependencies || isKeptWith(resource, deleted))),
    ...state
      .filter(({ urn, isPendingDeletion }) => !isPendingDeletion && !absent.has(urn) && !shown.has(urn))
      .map((resource) => unchanged(resource)),
  ];
  return planned.flatMap((resource) => splitRead(resource));
}

/**
 * Leaves out the refresh of each resource that has another step: that step begins with the refreshed state. A resource with a refresh
 * alone does not change, or is gone and in the program no more.
 */
function withoutRefreshes(steps: readonly Step[]): Step[] {
  const others = steps.filter(({ op }) => op !== "refresh");
  const urns = new Set(others.flatMap(({ urn, oldUrn }) => [urn, oldUrn]));
  const alone = steps.filter(({ op, urn, after }) => op === "refresh" && after !== undefined && !urns.has(urn));
  return [...alone.map((step) => ({ ...step, before: step.after })), ...others];
}

/**
 * Leaves out the import of each resource that has another step: that step begins with the imported state. An import alone changes nothing.
 * A document does not show the deletion of the object that is replaced by the imported one.
 */
function withoutImports(steps: readonly Step[]): Step[] {
  const [imports, others] = [steps.filter((step) => isImport(step)), steps.filter((step) => !isImport(step))];
  if (imports.length === 0) return others;
  const deletedIds = new Set(others.flatMap(({ op, before }) => (isDeletion(op) ? [before?.id] : [])));
  const changed = new Set(others.flatMap(({ op, urn }) => (isDeletion(op) ? [] : [urn])));
  const alone = new Map(imports.filter(({ urn }) => !changed.has(urn)).map((step) => [step.urn, step]));
  const replaced = imports.filter(({ before }) => before !== undefined && !deletedIds.has(before.id));
  return [
    ...[...alone.values()].map((step) => unchangedByImport(step)),
    ...replaced.map((step) => ({ ...step, op: "delete-replaced", after: undefined })),
    ...others,
  ];
}

/** A preview of an import has the arguments of the program. The content of a share is unchanged and not known. */
function unchangedByImport(step: Step): Step {
  const hasContent = kindsWithEntities.includes(step.kind);
  const outputs = { ...step.after?.inputs, ...(hasContent ? { associations: UNKNOWN } : {}), ...step.after?.outputs };
  const imported = step.after && { ...step.after, outputs };
  return { ...step, op: "same", before: imported, after: imported };
}

/** Whether a step imports an object. A preview has no id of an object to be created, so a replacement with a new id is an import. */
function isImport({ op, before, after }: Step): boolean {
  if (op === "import" || op === "import-replacement") return true;
  return op === "replace" && after?.id !== undefined && after.id !== before?.id && after.isRead !== true;
}

function isDeletion(op: string): boolean {
  return deleting.has(op) || deletingReplaced.has(op);
}

/** Separates the object that the program manages from the one that it only reads, where it reads one before or after the update. */
function splitRead(planned: PlannedResource): PlannedResource[] {
  const { before, after } = planned;
  const [wasRead, isRead] = [before?.isRead === true, after?.isRead === true];
  if (!wasRead && !isRead) return [planned];
  if (!isRead) return after === undefined ? [] : [{ ...planned, operation: "create", before: undefined }];
  const read = { ...planned, operation: "read", before: wasRead ? before : undefined } as const;
  return wasRead || before === undefined ? [read] : [{ ...planned, operation: "delete", after: undefined }, read];
}

type Joined = Omit<PlannedResource, "isRetained">;

function joinedSteps(steps: readonly Step[], absent: ReadonlySet<string>): Joined[] {
  const main = steps.find(({ op }) => replacing.has(op)) ?? steps.find(({ op }) => !isDeletion(op));
  // The deletion of the object that this update replaces is a part of the replacement; any other one is of an earlier update.
  const isOfReplacement = ({ op, before }: Step) =>
    deletingReplaced.has(op) && main !== undefined && replacing.has(main.op) && before?.id === main.before?.id;
  const deletions = steps.filter((step) => step !== main && isDeletion(step.op) && !isOfReplacement(step)).map((step) => deletion(step));
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

/**
 * The engine does not call `delete` for a resource with `deletedWith`, also when that other resource is retained. Deletions come
 * last, except those before a replacement: the other resource still exists then, so `deletedWith` is ignored.
 */
function isRetained(resource: Joined, deleted: ReadonlySet<string>, deletedWith: ReadonlyMap<string, string | undefined>): boolean {
  const { urn, before, operation } = resource;
  if (!isDeleted(resource) || before === undefined) return false;
  const other = before.deletedWith ?? deletedWith.get(urn);
  return before.retainOnDelete || (other !== undefined && deleted.has(other) && operation !== "delete-before-replace");
}

function isKeptWith({ retainOnDelete, deletedWith }: StateResource, deleted: ReadonlySet<string>): boolean {
  return retainOnDelete || (deletedWith !== undefined && deleted.has(deletedWith));
}

/** Returns the planned deletion of an object that an earlier update has replaced; with `isRetained`, the object stays at the service. */
function pendingDeletion(resource: StateResource, isRetained: boolean): PlannedResource {
  return { ...unchanged(resource), operation: "delete", isRetained, after: undefined };
}

function unchanged(resource: StateResource): PlannedResource {
  const { urn, kind } = resource;
  const state = resource.hasSecretOutputs ? { ...resource, outputs: withUnknownSecrets(resource.outputs) } : resource;
  return { urn, kind, operation: "same", isRetained: false, before: state, after: state };
}

/** Content of a share that the program passes as a secret is encrypted in the state, and counts as unknown. */
function withUnknownSecrets(outputs: StateResource["outputs"]): StateResource["outputs"] {
  const isSecret = (name: string, value: unknown) =>
    value === undefined && /^(associations|targets|resourceProperties|permissionNames?)$/.test(name);
  return Object.fromEntries(Object.entries(outputs).map(([name, value]) => [name, isSecret(name, value) ? UNKNOWN : value]));
}
