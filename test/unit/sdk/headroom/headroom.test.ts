import { expect, test } from "vitest";
import { headroomOf } from "../../../../sdk/headroom/headroom.ts";
import type { Need } from "../../../../sdk/headroom/need.ts";
import { publishedQuotas } from "../../../../sdk/headroom/quotas.ts";

const need = ([added, removed]: readonly [added: number, removed: number]): Need => ({
  account: undefined,
  region: undefined,
  explicitProvider: undefined,
  changes: {
    shares: { added, removed },
    sharedResources: { added: 0, removed: 0 },
    pendingInvitations: { added: 0, removed: 0 },
  },
  isChanged: true,
  isOfReceiver: false,
  hasUnknown: false,
});
const usage = (shares: number) => ({ shares, sharedResources: 0, pendingInvitations: 0 });

test.each([
  [undefined, 990, 1000, [[10, 0]]],
  [
    "always",
    990,
    1000,
    [
      [6, 0],
      [5, 0],
    ],
  ],
  ["meanwhile", 990, 1000, [[11, 1]]],
  [undefined, 1000, 1000, [[0, 1]]],
  [undefined, 1001, 1000, [[1, 0]]],
  ["always", 2, 0, [[1, 0]]],
  ["meanwhile", 2, 0, [[1, 3]]],
  [undefined, 2, 0, [[0, 0]]],
] as const)(
  "reports a quota as exceeded %j where %i of %i shares are used, and %j are added and removed",
  (exceeded, used, limit, changes) => {
    const needs = changes.map(need);
    const [shares] = headroomOf([usage(used)], needs, { ...publishedQuotas, shares: limit });
    expect([shares?.quota, shares?.exceeded]).toEqual(["shares", exceeded]);
  },
);
