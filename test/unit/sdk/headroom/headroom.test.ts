import { expect, test } from "vitest";
import { headroomOf } from "../../../../sdk/headroom/headroom.ts";
import type { Need } from "../../../../sdk/headroom/need.ts";
import { publishedQuotas } from "../../../../sdk/headroom/quotas.ts";

const need = (added: number, removed = 0): Need => ({
  account: undefined,
  region: undefined,
  explicitProvider: undefined,
  changes: {
    shares: { added, removed },
    sharedResources: { added: 0, removed: 0 },
    pendingInvitations: { added: 0, removed: 0 },
  },
  associations: 0,
  isChanged: true,
  isOfReceiver: false,
  hasUnknown: false,
});
const usage = (shares: number) => ({ shares, sharedResources: 0, pendingInvitations: 0 });

test.each([
  ["fits", 990, 1000, [need(10)]],
  ["exceeded", 990, 1000, [need(6), need(5)]],
  ["exceeded meanwhile", 990, 1000, [need(11, 1)]],
  ["fits", 1000, 1000, [need(0, 1)]],
  ["unknown", 1001, 1000, [need(1)]],
  ["exceeded", 2, 0, [need(1)]],
  ["exceeded meanwhile", 2, 0, [need(1, 3)]],
  ["fits", 2, 0, [need(0)]],
] as const)("%s: %i shares of %i are used, and updates change that", (result, used, limit, needs) => {
  expect(headroomOf([usage(used)], needs, { ...publishedQuotas, shares: limit })[0]).toMatchObject({
    quota: "shares",
    used,
    limit,
    result,
  });
});
