import fc from "fast-check";
import { expect, test } from "vitest";
import { accessOf } from "../../../../access/access.ts";
import { riskFirst } from "../../../../access/format/risk-first.ts";
import { riskRankOf } from "../../../../simulator/console/search.ts";
import type { Grant } from "../../../../simulator/index.ts";

const grants: fc.Arbitrary<readonly Grant[]> = fc.uniqueArray(
  fc.record({
    ...{ owner: fc.constant("1"), shareId: fc.constant("rs-1"), shareName: fc.constant("network") },
    target: fc.record({
      id: fc.integer({ min: 1, max: 30 }).map(String),
      kind: fc.constantFrom("ResourceDirectory", "Folder", "Account", "Service"),
      external: fc.boolean(),
    }),
    resource: fc.constant({ id: "vsw-1", type: "VSwitch", arn: "" }),
    permission: fc.constantFrom("AliyunRSPermissionVSwitchReadOnly", "AliyunRSPermissionVSwitchReadWrite"),
    pending: fc.boolean(),
  }),
  { selector: ({ target }) => target.id },
);

test("ranks accesses in the page of the console in the order that every format has", () => {
  fc.assert(
    fc.property(grants, (all) => {
      const accesses = accessOf(
        all.map(({ shareId, shareName, owner, target, resource, permission, pending }) => ({
          share: { id: shareId, name: shareName },
          account: owner,
          targets: [{ entity: target, pending }],
          resources: [{ entity: resource, pending: false }],
          permissions: new Map([[resource.type, permission]]),
        })),
      );
      const ranks = riskFirst(accesses).map(({ target }) => {
        const grant = all.find((one) => one.target.id === target.id) ?? expect.unreachable();
        return riskRankOf(grant);
      });
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    }),
  );
});
