import * as fc from "fast-check";
import { expect, it } from "vitest";
import { demo } from "../../../simulator/world/demo.ts";
import { permission } from "../../support/resource-scenarios.ts";
import { faultNamed } from "../faults/call-faults.ts";
import { anyLife, live, type Life } from "./moves.ts";

const quiet = { dependencies: [], command: "up", targets: [], fault: undefined, pauseMs: 0 } as const;
const refusedAt = (at: number) => ({ fault: faultNamed("403"), at });
const oldListsFrom = (at: number) => ({ fault: faultNamed("old lists from here on"), at });

it("keeps each part of a share in the state of one resource, in any order of moves, targets and faults", { timeout: 120_000 }, async () => {
  const { failed, errorInstance } = await fc.check(anyLife(), { seed: 1, numRuns: 150 });
  expect(failed, String(errorInstance)).toBe(false);
});

const { member } = demo;
const readVSwitches = permission("VSwitch", "ReadOnly");
const readImages = permission("Image", "ReadOnly");

// Resources of the program: the share `net`, the associations `more` and `most`, the tags `labels` and `marks`, the permission `may`.
it.each<[title: string, life: Omit<Life, "binding"> & Partial<Life>]>([
  [
    "keeps an entity that an association has taken over in an update with a target",
    { first: { "vsw-demo01": "net" }, steps: [{ ...quiet, moves: { "vsw-demo01": "most" }, targets: ["most"] }] },
  ],
  [
    "keeps a permission that a share takes back from a resource that has it",
    {
      first: { "vsw-demo01": "net", [readImages]: "may" },
      steps: [
        { ...quiet, moves: { [readImages]: "net" }, targets: ["net"] },
        { ...quiet, moves: { [readImages]: "may" } },
      ],
    },
  ],
  [
    "leaves no entity without a resource when the creation that takes it is refused",
    {
      first: { "vsw-demo01": "net", [member]: "net", "vsw-demo02": "more" },
      steps: [{ ...quiet, moves: { [member]: "most" }, fault: refusedAt(1) }],
    },
  ],
  [
    "leaves no permission without a resource when an association is refused after it",
    {
      first: { "vsw-demo01": "net" },
      steps: [{ ...quiet, moves: { [readVSwitches]: "most", "vsw-demo02": "most" }, fault: refusedAt(2) }],
    },
  ],
  [
    "keeps the permission of an association that a refresh with old lists does not show",
    {
      first: { [readVSwitches]: "most", "vsw-demo01": "most", "vsw-demo02": "net" },
      steps: [
        { ...quiet, moves: { "vsw-demo01": "net" }, command: "up --refresh", fault: oldListsFrom(4) },
        { ...quiet, moves: {} },
      ],
    },
  ],
  [
    "records that an association has nothing when its entity has left and the next one is refused",
    {
      first: { [member]: "most", "vsw-demo01": "net" },
      steps: [{ ...quiet, moves: { team: "labels", [member]: "none", "vsw-demo01": "most" }, fault: refusedAt(4) }],
    },
  ],
  [
    "adds a tag again that the share gives up after another resource has taken it over from old lists",
    {
      binding: "plugin",
      first: { "vsw-demo01": "net", team: "net" },
      steps: [
        {
          ...quiet,
          moves: { "vsw-demo01": "none", team: "marks" },
          ...{ targets: ["marks"], fault: oldListsFrom(3), pauseMs: 10_000 },
        },
      ],
    },
  ],
])("moves a part of a share between resources: %s", async (_title, life) => {
  expect(await live({ binding: "dynamic", ...life })).toEqual([]);
});
