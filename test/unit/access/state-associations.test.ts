import { expect, test } from "vitest";
import { associatedIn } from "../../../access/state-associations.ts";

const target = { kind: "Target", entityId: "11", status: "Associating", external: true };

test("reads associated targets and resources from a state, also while they are being associated", () => {
  const resource = { kind: "Resource", entityType: "VSwitch", entityId: "v1", status: "Associated" };
  expect(associatedIn({ associations: [target, resource] })).toEqual({
    targets: [{ entity: { id: "11", kind: "Account", external: true }, pending: true }],
    resources: [{ entity: { type: "VSwitch", id: "v1", arn: undefined }, pending: false }],
  });
});

test.each([undefined, null, "x", [null, 1, { kind: "Target", status: "Associated" }]])(
  "reads no association from %j in a state",
  (value) => {
    expect(associatedIn({ associations: value })).toEqual({ targets: [], resources: [] });
  },
);
