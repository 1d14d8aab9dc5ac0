import { UNKNOWN_TEXT } from "../../../provider/host/engine-values.ts";
import { sameJson } from "../../../provider/kernel/json.ts";
import type { Values } from "../../../provider/lifecycle/resource.ts";
import type { ProviderProcess } from "./provider-process.ts";
import { jsonCopy } from "../../support/bindings/dynamic.ts";
import type { Registration } from "./registration.ts";
import type { StackEntry, Step } from "./checkpoint.ts";

interface Difference {
  readonly isSome: boolean;
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  readonly deletesFirst: boolean;
}

/** Decides what a run of the engine does with each resource, as the step generator of Pulumi 3.250: previews and updates use the same rules. */
export class StepGenerator {
  readonly #process: ProviderProcess;
  /** The checkpoint before the run. */
  readonly #before: readonly StackEntry[];
  readonly #forced: ReadonlySet<string>;
  readonly #targets: ReadonlySet<string> | undefined;
  readonly #olds: ReadonlyMap<string, StackEntry>;
  readonly #registered = new Set<string>();
  /** The new URN of each renamed resource, by its URN in the state. */
  readonly #aliased = new Map<string, string>();
  /** URNs with a step other than a deletion. */
  readonly #kept = new Set<string>();
  readonly #dependentKeys = new Map<string, readonly string[]>();
  readonly #deletedFirst = new Set<StackEntry>();
  /** URNs that the run deletes. */
  readonly deletions = new Set<string>();

  /**
   * @param forced URNs of `--replace`
   * @param targets URNs of `--target`; absent when all resources are targets
   */
  constructor(process: ProviderProcess, before: readonly StackEntry[], forced: ReadonlySet<string>, targets?: ReadonlySet<string>) {
    this.#process = process;
    this.#before = before;
    this.#forced = forced;
    this.#targets = targets;
    this.#olds = new Map(before.filter(({ isPendingDeletion }) => !isPendingDeletion).map((entry) => [entry.urn, entry]));
  }

  /** Returns the steps of a resource of the program. */
  async stepsOf(goal: Registration): Promise<Step[]> {
    const { urn } = goal;
    this.#registered.add(urn);
    const old = [urn, ...goal.aliases].map((one) => this.#olds.get(one)).find((entry) => entry !== undefined);
    if (old !== undefined && old.urn !== urn) this.#aliased.set(old.urn, urn);
    // The engine neither checks nor compares what is no target: an existing object stays, and a new one is not created.
    if (this.#targets?.has(urn) === false)
      return this.#keeping(urn, old === undefined ? [] : [{ op: "same", ...plain(urn), old, fresh: old }]);
    if (goal.id !== undefined) return this.#readSteps(goal, old);
    const isRecreated = this.deletions.has(urn);
    const isNew = old === undefined || isRecreated || old.isExternal || this.#forced.has(urn);
    const inputs = await this.#checked(goal, isNew ? undefined : old);
    const fresh = freshEntry(goal, inputs);
    if (old === undefined) return this.#keeping(urn, [{ op: "create", ...plain(urn), fresh }]);
    if (isRecreated) {
      this.deletions.delete(urn);
      const replaces = this.#dependentKeys.get(urn) ?? [];
      return this.#keeping(urn, [replaced(urn, old, fresh), { op: "create-replacement", ...plain(urn), replaces, old, fresh }]);
    }
    if (old.isExternal) return this.#keeping(urn, [{ op: "create-replacement", ...plain(urn), old, fresh }, replaced(urn, old, fresh)]);
    return this.#keeping(urn, await this.#stepsFromDifference(goal, old, fresh));
  }

  /** Returns the steps after all resources of the program: levels of deletions, of which each one waits for the one before it. */
  deletionLevels(): Step[][] {
    const steps = this.#before.flatMap((entry) => this.#deletionOf(entry));
    const [levels, rest] = [[] as Step[][], new Set(steps)];
    while (rest.size > 0) {
      const urns = new Set([...rest].map(({ urn }) => urn));
      const level = [...rest].filter(({ old }) => !dependenciesOf(old).some((other) => urns.has(other)));
      for (const step of level.length > 0 ? level : rest) rest.delete(step);
      levels.unshift(level);
    }
    return levels;
  }

  #deletionOf(entry: StackEntry): Step[] {
    const { urn, isPendingDeletion, isPendingReplacement, isExternal } = entry;
    const step = { ...plain(urn), old: entry };
    if (isPendingDeletion) {
      if (this.#deletedFirst.has(entry)) return [];
      this.deletions.add(urn);
      return [{ ...step, op: isExternal ? "discard-replaced" : "delete-replaced" }];
    }
    if (this.#kept.has(this.#aliased.get(urn) ?? urn) || this.#targets?.has(urn) === false) return [];
    this.deletions.add(urn);
    if (isPendingReplacement) return [{ ...step, op: "remove-pending-replace" }];
    return [{ ...step, op: isExternal ? "discard" : "delete" }];
  }

  #readSteps(goal: Registration, old: StackEntry | undefined): Step[] {
    const { urn } = goal;
    const fresh = { ...freshEntry(goal, goal.properties), id: goal.id ?? "", isExternal: true };
    if (old === undefined || old.isExternal) return this.#keeping(urn, [{ op: "read", ...plain(urn), old, fresh }]);
    return this.#keeping(urn, [{ op: "read-replacement", ...plain(urn), old, fresh }, replaced(urn, old, fresh)]);
  }

  async #stepsFromDifference(goal: Registration, old: StackEntry, fresh: StackEntry): Promise<Step[]> {
    const { urn } = goal;
    const difference = await this.#difference(goal, old, fresh.inputs);
    const { changed, isSome, deletesFirst } = difference;
    const replaces = [...new Set([...difference.replaces, ...changed.filter((name) => goal.replaceOnChanges.includes(name))])];
    if ((isSome && replaces.length > 0) || old.isPendingReplacement) {
      // The engine checks the program's own arguments again: `ignoreChanges` has no effect on a replacement.
      const again = this.#forced.has(urn) ? fresh : freshEntry(goal, await this.#checked(goal, undefined));
      const create: Step = { op: "create-replacement", urn, old, fresh: again, replaces, changed };
      const mark: Step = { op: "replace", urn, old, fresh: again, replaces, changed };
      if (!(goal.deleteBeforeReplace ?? deletesFirst)) return [create, mark];
      const dependents = await this.#deletedDependents(old);
      const isDeleted = old.isPendingReplacement;
      return [...dependents, ...(isDeleted ? [] : [{ op: "delete-replaced" as const, ...plain(old.urn), old }]), mark, create];
    }
    if (isSome) return [{ op: "update", urn, old, fresh, replaces: [], changed }];
    return [{ op: old.isUnfinished ? "update" : "same", ...plain(urn), old, fresh }];
  }

  /** Returns the deletions of what depends on an object that is deleted before its replacement is created, and would be replaced with it. */
  async #deletedDependents(root: StackEntry): Promise<Step[]> {
    const unknown = new Set([root.urn]);
    const steps: Step[] = [];
    for (const entry of dependentsOf(root, this.#before).filter(({ urn }) => !this.#registered.has(urn))) {
      const keys = await this.#replacedBy(entry, unknown);
      if (keys.length === 0) continue;
      unknown.add(entry.urn);
      if (this.#deletedFirst.has(entry)) continue;
      this.#dependentKeys.set(entry.urn, keys);
      steps.unshift({ op: entry.isPendingDeletion ? "delete" : "delete-replaced", ...plain(entry.urn), old: entry });
      this.deletions.add(entry.urn);
      this.#deletedFirst.add(entry);
    }
    return steps;
  }

  /** Returns the properties that replace an object when the resources with these URNs are replaced. */
  async #replacedBy(entry: StackEntry, unknown: ReadonlySet<string>): Promise<readonly string[]> {
    const isUnknown = (name: string) => (entry.propertyDependencies[name] ?? []).some((urn) => unknown.has(urn));
    const inputs = Object.fromEntries(Object.entries(entry.inputs).map(([name, value]) => [name, isUnknown(name) ? UNKNOWN_TEXT : value]));
    if (entry.isExternal || !Object.keys(entry.inputs).some(isUnknown)) return [];
    const { replaces = [] } = await this.#process.provider(entry.kind).diff(entry.id, entry.outputs, inputs);
    return replaces;
  }

  async #checked(goal: Registration, old: StackEntry | undefined): Promise<Values> {
    const properties = old === undefined ? goal.properties : withIgnored(goal, old);
    const { inputs, failures } = await this.#process.provider(goal.kind).check(old?.inputs ?? {}, jsonCopy(properties));
    if (failures.length > 0) throw new Error(failures.map(({ property, reason }) => `${property}: ${reason}`).join("; "));
    return jsonCopy(inputs);
  }

  async #difference(goal: Registration, old: StackEntry, inputs: Values): Promise<Difference> {
    if (this.#forced.has(goal.urn)) return { isSome: true, changed: [], replaces: ["id"], deletesFirst: false };
    const {
      changes,
      changed,
      replaces = [],
      deleteBeforeReplace = false,
    } = await this.#process.provider(goal.kind).diff(old.id, old.outputs, inputs);
    // Without a result the engine compares the arguments itself.
    const names = changed ?? (changes === undefined ? changedInputs(old.inputs, inputs) : []);
    return { isSome: changes ?? names.length > 0, changed: names, replaces, deletesFirst: deleteBeforeReplace };
  }

  #keeping(urn: string, steps: Step[]): Step[] {
    this.#kept.add(urn);
    return steps;
  }
}

function plain(urn: string) {
  return { urn, replaces: [], changed: [] };
}

function replaced(urn: string, old: StackEntry, fresh: StackEntry): Step {
  return { op: "replace", ...plain(urn), old, fresh };
}

function freshEntry(goal: Registration, inputs: Values): StackEntry {
  const { urn, kind, dependencies, propertyDependencies, deletedWith, retainOnDelete } = goal;
  return {
    ...{ urn, kind, id: "", inputs, outputs: {}, dependencies, propertyDependencies, deletedWith, retainOnDelete },
    ...{ isExternal: false, isUnfinished: false, isPendingDeletion: false, isPendingReplacement: false },
  };
}

/** Sets ignored properties back to their old values. */
function withIgnored({ properties, ignoreChanges }: Registration, { inputs }: StackEntry): Values {
  const others = Object.entries(properties).filter(([name]) => !ignoreChanges.includes(name));
  const ignored = ignoreChanges.filter((name) => name in inputs).map((name) => [name, inputs[name]] as const);
  return Object.fromEntries([...others, ...ignored]);
}

function changedInputs(before: Values, after: Values): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !name.startsWith("__") && !sameJson(before[name], after[name]));
}

function dependenciesOf(entry: StackEntry | undefined): string[] {
  return [...(entry?.dependencies ?? []), ...(entry?.deletedWith === undefined ? [] : [entry.deletedWith])];
}

/** Returns what depends on an object, directly or not, in the order of the checkpoint. */
function dependentsOf(root: StackEntry, entries: readonly StackEntry[]): StackEntry[] {
  const found = new Set([root.urn]);
  return entries.slice(entries.indexOf(root) + 1).filter((entry) => {
    const depends = dependenciesOf(entry).some((urn) => found.has(urn));
    if (depends) found.add(entry.urn);
    return depends;
  });
}
