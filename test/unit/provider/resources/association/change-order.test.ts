import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Change, orderOfChanges } from "../../../../../provider/resources/association/change-order.ts";

/** What a share has: its resources, each of a type, its targets, and the permission of each type. */
interface Content {
  readonly resources: readonly string[];
  readonly targets: readonly string[];
  readonly permissions: Readonly<Record<string, string>>;
}

const anyContent: fc.Arbitrary<Content> = fc.record({
  resources: fc.subarray(["a1", "a2", "b1", "b2"]),
  targets: fc.subarray(["one", "two", "three"]),
  permissions: fc.record({ a: fc.constantFrom("read", "write"), b: fc.constantFrom("read", "write") }),
});

const typeOf = (resource: string) => resource.slice(0, 1);
const accessOf = ({ resources, targets, permissions }: Content) =>
  targets.flatMap((target) => resources.map((resource) => `${target} ${resource} ${permissions[typeOf(resource)] ?? ""}`));

function changesBetween(before: Content, after: Content): Set<Change> {
  const has = (name: Change, isTrue: boolean) => (isTrue ? [name] : []);
  const isMore = (one: readonly string[], other: readonly string[]) => one.some((item) => !other.includes(item));
  return new Set([
    ...has("add resources", isMore(after.resources, before.resources)),
    ...has("add targets", isMore(after.targets, before.targets)),
    ...has("remove resources", isMore(before.resources, after.resources)),
    ...has("remove targets", isMore(before.targets, after.targets)),
    ...has("change permissions", JSON.stringify(before.permissions) !== JSON.stringify(after.permissions)),
  ]);
}

function changed(now: Content, after: Content, change: Change): Content {
  if (change === "change permissions") return { ...now, permissions: after.permissions };
  const side = change.endsWith("resources") ? "resources" : "targets";
  const kept = now[side].filter((item) => after[side].includes(item));
  const added = after[side].filter((item) => !now[side].includes(item));
  return { ...now, [side]: change.startsWith("add") ? [...now[side], ...added].toSorted() : kept };
}

/** What the share has after each change, whatever the order within a step. */
function courses(before: Content, after: Content): Content[] {
  const seen: Content[] = [];
  let now = before;
  for (const step of orderOfChanges(changesBetween(before, after))) {
    for (const change of step) seen.push(changed(now, after, change));
    now = step.reduce((content, change) => changed(content, after, change), now);
    seen.push(now);
  }
  return seen;
}

describe("a change of what a share has", () => {
  it("never grants what neither the state before nor the state after grants", () => {
    fc.assert(
      fc.property(anyContent, anyContent, (before, after) => {
        const allowed = new Set([...accessOf(before), ...accessOf(after)]);
        for (const content of courses(before, after)) expect(accessOf(content).filter((access) => !allowed.has(access))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  it("never interrupts access that both states grant", () => {
    fc.assert(
      fc.property(anyContent, anyContent, (before, after) => {
        const kept = accessOf(before).filter((access) => accessOf(after).includes(access));
        for (const content of courses(before, after)) expect(accessOf(content)).toEqual(expect.arrayContaining(kept));
      }),
    );
  });

  it("ends with all changes", () => {
    fc.assert(
      fc.property(anyContent, anyContent, (before, after) => {
        const { resources, targets, permissions } = courses(before, after).at(-1) ?? before;
        expect([resources.toSorted(), targets.toSorted(), permissions]).toEqual([
          after.resources,
          after.targets.toSorted(),
          after.permissions,
        ]);
      }),
    );
  });

  it("adds targets before others leave, where the permissions stay and no resource leaves", () => {
    expect(orderOfChanges(new Set(["add targets", "remove targets", "add resources"]))).toEqual([
      ["add targets"],
      ["remove targets"],
      ["add resources"],
    ]);
  });
});
