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
  it("never interrupts access that a change keeps, nor grants access absent before and after it, and ends complete", () => {
    fc.assert(
      fc.property(anyContent, anyContent, (before, after) => {
        const [old, wanted] = [accessOf(before), accessOf(after)];
        const seen = courses(before, after);
        for (const content of seen) {
          expect([...old, ...wanted]).toEqual(expect.arrayContaining(accessOf(content)));
          expect(accessOf(content)).toEqual(expect.arrayContaining(old.filter((access) => wanted.includes(access))));
        }
        const { resources, targets, permissions } = seen.at(-1) ?? before;
        expect({ resources, targets: targets.toSorted(), permissions }).toEqual({ ...after, targets: after.targets.toSorted() });
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[string, Change[], Change[][]]>([
    ["nothing else changes", ["add targets", "remove targets"], [["add targets"], ["remove targets"]]],
    ["no resource leaves", ["add targets", "remove targets", "add resources"], [["add targets"], ["remove targets"], ["add resources"]]],
    [
      "resources come and leave",
      ["add targets", "remove targets", "add resources", "remove resources"],
      [["remove resources"], ["add targets"], ["remove targets"], ["add resources"]],
    ],
  ])("adds targets before the removal of others that may contain them, where the permissions stay and %s", (_, changes, steps) => {
    expect(orderOfChanges(new Set(changes))).toEqual(steps);
  });
});
