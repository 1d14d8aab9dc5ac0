import * as fc from "fast-check";
import { expect, it } from "vitest";
import { faultNamed } from "../faults/call-faults.ts";
import { anyLife, live, type Life } from "./moves.ts";

const quiet = { dependencies: [], command: "up", targets: [], fault: undefined, pauseMs: 0 } as const;
const refused = { ...quiet, fault: { fault: faultNamed("403"), at: 1 } };

it("keeps each part of a share in the state of one resource, in any order of moves, targets and faults", { timeout: 120_000 }, async () => {
  const { failed, errorInstance } = await fc.check(anyLife(), { seed: 1, numRuns: 150 });
  expect(failed, String(errorInstance)).toBe(false);
});

it.each<[title: string, life: Life]>([
  [
    "keeps an entity that an association has taken over in an update with a target",
    { binding: "dynamic", first: [[0, 0]], steps: [{ ...quiet, moves: [[0, 2]], targets: [2] }] },
  ],
  [
    "keeps a permission that a share takes back from a resource that has it",
    {
      binding: "dynamic",
      first: [
        [0, 0],
        [9, 5],
      ],
      steps: [
        { ...quiet, moves: [[9, 0]], targets: [0] },
        { ...quiet, moves: [[9, 5]] },
      ],
    },
  ],
  [
    "leaves no entity without a resource when the creation that takes it is refused",
    {
      binding: "dynamic",
      first: [
        [0, 0],
        [3, 0],
        [1, 1],
      ],
      steps: [{ ...refused, moves: [[3, 2]] }],
    },
  ],
  [
    "leaves no permission without a resource when an association is refused after it",
    {
      binding: "dynamic",
      first: [[0, 0]],
      steps: [
        {
          ...refused,
          fault: { ...refused.fault, at: 2 },
          moves: [
            [8, 2],
            [1, 2],
          ],
        },
      ],
    },
  ],
  [
    "keeps the permission of an association that a refresh with old lists does not show",
    {
      binding: "dynamic",
      first: [
        [8, 2],
        [0, 2],
        [1, 0],
      ],
      steps: [
        { ...quiet, moves: [[0, 0]], command: "up --refresh", fault: { fault: faultNamed("old lists from here on"), at: 4 } },
        { ...quiet, moves: [] },
      ],
    },
  ],
  [
    "records that an association has nothing when its entity has left and the next one is refused",
    {
      binding: "dynamic",
      first: [
        [3, 2],
        [0, 0],
      ],
      steps: [
        {
          ...refused,
          fault: { ...refused.fault, at: 4 },
          moves: [
            [6, 3],
            [3, 3],
            [0, 2],
          ],
        },
      ],
    },
  ],
  [
    "adds a tag again that the share gives up after another resource has taken it over from old lists",
    {
      binding: "plugin",
      first: [
        [0, 0],
        [6, 0],
      ],
      steps: [
        {
          ...quiet,
          moves: [
            [0, 7],
            [6, 4],
          ],
          targets: [4],
          fault: { fault: faultNamed("old lists from here on"), at: 3 },
          pauseMs: 10_000,
        },
      ],
    },
  ],
])("%s", async (_title, life) => {
  expect(await live(life)).toEqual([]);
});
