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
  ["fits", 990, 1000, [[10, 0]]],
  [
    "exceeded",
    990,
    1000,
    [
      [6, 0],
      [5, 0],
    ],
  ],
  ["exceeded meanwhile", 990, 1000, [[11, 1]]],
  ["fits", 1000, 1000, [[0, 1]]],
  ["unknown", 1001, 1000, [[1, 0]]],
  ["exceeded", 2, 0, [[1, 0]]],
  ["exceeded meanwhile", 2, 0, [[1, 3]]],
  ["fits", 2, 0, [[0, 0]]],
] as const)("reports %j where %i of %i shares are used, and %j are added and removed", (result, used, limit, changes) => {
  expect(headroomOf([usage(used)], changes.map(need), { ...publishedQuotas, shares: limit })[0]).toMatchObject({
    quota: "shares",
    used,
    limit,
    result,
  });
});
