import { sameJson } from "../../../../provider/kernel/json.ts";
import { createTagKey } from "../../../../provider/resources/tags/tag-calls.ts";
import type { FullWorldFile, ShareFile } from "../../../../simulator/world/world-schema.ts";
import { nameOf } from "../../engine/checkpoint.ts";
import type { Program } from "../../engine/engine.ts";
import { needsOf } from "../../engine/registration.ts";
import type { Write } from "./searched-process.ts";
import { addedTarget, type Operation, type StackReport } from "./operations.ts";
import type { State } from "./state.ts";

/** One step of the search after its end. */
export interface Transition {
  readonly before: State;
  readonly after: State;
  readonly operation: Operation;
  /** What the faults of calls take from the budget. */
  readonly cost: number;
  /** Whether nothing has happened that may make a run fail. */
  readonly isQuiet: boolean;
  readonly reports: readonly StackReport[];
  readonly writes: readonly Write[];
  readonly late: readonly string[];
}

/** What the protocol promises. */
export type Invariant =
  | "every share of a stack is in its state or has its create tag"
  | "a resource has one share"
  | "no share of another owner is changed"
  | "no two stacks own a share"
  | "a quiet run ends as the program says"
  | "a process without an engine writes nothing"
  | "an action is done once";

/** A broken invariant. */
export interface Violation {
  readonly invariant: Invariant;
  readonly text: string;
  readonly shareId?: string;
}

/** Returns the invariants that a step has broken. */
export function violationsOf(transition: Transition): Violation[] {
  const checks = [lost, duplicated, foreignChanges, twoOwners, notConverged, lateWrites, repeatedActions];
  return checks.flatMap((check) => check(transition));
}

/** The shares of a state that exist. */
function liveIn({ shares }: FullWorldFile): ShareFile[] {
  return shares.filter(({ status }) => status === "Active" || status === "Pending");
}

export function isTagged({ tags }: ShareFile): boolean {
  return createTagKey in tags;
}

/** The shares of stacks that exist, and that no checkpoint has. */
export function unrecordedIn({ world, checkpoints, creators }: State): ShareFile[] {
  const recorded = new Set(checkpoints.flat().map(({ id }) => id));
  return liveIn(world).filter(({ id }) => creators.has(id) && !recorded.has(id));
}

function lost({ after }: Transition): Violation[] {
  return unrecordedIn(after)
    .filter((share) => !isTagged(share))
    .map(({ id }) => ({
      invariant: "every share of a stack is in its state or has its create tag",
      text: `${id} has no create tag, and no state has it`,
      shareId: id,
    }));
}

/** During a replacement a resource has two shares: one with the create tag, or one that its state will delete. */
function duplicated({ after }: Transition): Violation[] {
  return after.checkpoints.flatMap((entries, stack) => {
    const retiring = new Set(entries.filter(({ isPendingDeletion }) => isPendingDeletion).map(({ id }) => id));
    const own = liveIn(after.world).filter(({ id }) => ownerOf(after, id) === stack && !retiring.has(id));
    return [own.filter(isTagged), own.filter((share) => !isTagged(share))].flatMap((shares): Violation[] => {
      if (shares.length < 2) return [];
      const text = `one resource has the shares ${shares.map(({ id }) => id).join(", ")}`;
      return [{ invariant: "a resource has one share", text }];
    });
  });
}

/** The stack whose checkpoint has a share; of a share that none has, the stack that created it. */
function ownerOf({ checkpoints, creators }: State, id: string): number | undefined {
  const owner = checkpoints.findIndex((entries) => entries.some((entry) => entry.id === id));
  return owner < 0 ? creators.get(id) : owner;
}

function foreignChanges({ before, after, operation }: Transition): Violation[] {
  if (operation.isByPerson === true) return [];
  const recorded = new Set(before.checkpoints.flat().map(({ id }) => id));
  const foreign = before.world.shares.filter(({ id }) => !before.creators.has(id) && !recorded.has(id));
  return foreign
    .filter((share) => !sameJson(essenceOf(share), essenceOf(after.world.shares.find(({ id }) => id === share.id))))
    .map(({ id }) => ({ invariant: "no share of another owner is changed", text: `${id} was changed or deleted`, shareId: id }));
}

/** What an owner has set, without the progress of the service. */
function essenceOf(share: ShareFile | undefined) {
  const { name, status, tags, associations = [] } = share ?? {};
  return { name, status, tags, entities: associations.filter(({ status: one }) => one.startsWith("Associat")).map(({ id }) => id) };
}

function twoOwners({ before, after, writes }: Transition): Violation[] {
  const [first = [], second = []] = after.checkpoints;
  const shared = second
    .filter(({ id }) => first.some((entry) => entry.id === id))
    .map(({ id }) => ({ id, text: `${id} is in two states` }));
  const deleted = writes
    .filter(({ operation }) => operation === "DeleteResourceShare")
    .flatMap(({ stack, shareIds }) => shareIds.map((id) => ({ id, stack })))
    .filter(({ id, stack }) =>
      [...before.checkpoints, ...after.checkpoints].some(
        (entries, owner) => owner % before.checkpoints.length !== stack && entries.some((entry) => entry.id === id),
      ),
    )
    .map(({ id }) => ({ id, text: `${id} is in the state of one stack and was deleted by another` }));
  return [...shared, ...deleted].map(({ id, text }) => ({ invariant: "no two stacks own a share", text, shareId: id }));
}

/** A run without a fault succeeds, or refuses with a reason that a person has caused; then nothing is left over. */
function notConverged(transition: Transition): Violation[] {
  const { after, reports, isQuiet } = transition;
  if (!isQuiet || reports.length !== 1) return [];
  const invariant = "a quiet run ends as the program says";
  return reports.flatMap((report): Violation[] => {
    const { program, failures } = report;
    if (failures.length > 0) return failures.filter((failure) => !isRefusal(failure, transition)).map((text) => ({ invariant, text }));
    if (program === undefined) return [];
    const leftOver = after.checkpoints.length > 1 ? [] : unrecordedIn(after);
    return [
      ...leftOver.map(({ id }) => ({ invariant, text: `${id} is left over`, shareId: id }) as const),
      ...(after.isEdited ? [] : differences(program, report, after).map((text) => ({ invariant, text }) as const)),
    ];
  });
}

/** Whether a failure is a refusal for a documented reason: a share was changed by a person or by a program before, or is unfinished. */
function isRefusal(failure: string, { before }: Transition): boolean {
  const isUnfinished = before.checkpoints.flat().some((entry) => entry.isUnfinished && entry.outputs["creating"] === true);
  const wasChanged = before.isEdited || isUnfinished || before.interrupted.length > 0 || unrecordedIn(before).length > 0;
  return wasChanged && /is not what an interrupted run of this program can have created|does not exist any more/.test(failure);
}

function differences(program: Program, { stack, targets }: StackReport, { world, checkpoints }: State): string[] {
  const isTargeted = ({ name }: { readonly name: string }) => targets.length === 0 || targets.includes(name);
  const entries = checkpoints[stack] ?? [];
  const current = entries.filter(({ isPendingDeletion }) => !isPendingDeletion);
  const named = entries.map((entry) => ({ name: nameOf(entry), isPendingDeletion: entry.isPendingDeletion }));
  const unwanted = named.filter((one) => isTargeted(one) && (one.isPendingDeletion || !program.some(({ name }) => name === one.name)));
  const missing = program.filter((declared) => isTargeted(declared) && !named.some(({ name }) => name === declared.name));
  const shareOf = (name: string) => liveIn(world).find(({ id }) => current.some((entry) => nameOf(entry) === name && entry.id === id));
  return [
    ...unwanted.map(({ name }) => `${name} is still in the state`),
    ...missing.map(({ name }) => `${name} is not in the state`),
    ...program.filter(isTargeted).flatMap((entry) => {
      const { name, kind, args } = entry;
      if (kind === "ResourceShare") return [...differencesOfShare(shareOf(name), args), ...missingTargets(shareOf(name), args)];
      return kind === "ShareAssociation" ? missingTargets(shareOf(needsOf(entry)[0] ?? ""), args) : [];
    }),
    ...(targets.length > 0 ? [] : program.flatMap(({ name }) => unlistedTargets(shareOf(name), program))),
  ];
}

/** Whether a violation is about what a share has and no resource of the program lists. */
export function isUnlisted({ text }: Violation): boolean {
  return text.endsWith(unlisted);
}

const unlisted = "which no resource lists";

/** The targets of a share that no resource of the program lists, and no person has added. */
function unlistedTargets(share: ShareFile | undefined, program: Program): string[] {
  const listed = [addedTarget, ...program.flatMap(({ args }) => targetsIn(args))];
  return targetsOf(share)
    .filter((target) => !listed.includes(target))
    .map((target) => `the share has the target ${target}, ${unlisted}`);
}

function differencesOfShare(share: ShareFile | undefined, wanted: Readonly<Record<string, unknown>>): string[] {
  if (share === undefined) return ["the share does not exist"];
  return [
    ...(share.name === wanted["name"] ? [] : [`the share has the name ${share.name}`]),
    ...(isTagged(share) ? [`the share has the tag ${createTagKey}`] : []),
  ];
}

function missingTargets(share: ShareFile | undefined, wanted: Readonly<Record<string, unknown>>): string[] {
  return targetsIn(wanted)
    .filter((target) => !targetsOf(share).includes(target))
    .map((target) => `the share lacks the target ${target}`);
}

function targetsIn({ targets = [] }: Readonly<Record<string, unknown>>): readonly string[] {
  return targets as readonly string[];
}

function targetsOf(share: ShareFile | undefined): string[] {
  return (share?.associations ?? []).filter(({ side, status }) => side === "Target" && status === "Associated").map(({ id }) => id);
}

function lateWrites({ late }: Transition): Violation[] {
  return late.map((text) => ({ invariant: "a process without an engine writes nothing", text }));
}

function repeatedActions({ after }: Transition): Violation[] {
  const done = after.world.device?.done ?? [];
  return done.length < 2 ? [] : [{ invariant: "an action is done once", text: `it was done ${done.length} times` }];
}
