import { expect, test } from "vitest";
import type { ChangeKind } from "../../../../../access/diff/changes.ts";
import { acceptedSharesIn, afterAcceptance } from "../../../../../sdk/fleet/run/accepted-shares.ts";
import { acceptor, previewOf, same } from "../../../access/diff/steps.ts";
import { gainedBy } from "../report/sample-result.ts";

test.each<[op: "create" | "same", change: ChangeKind, shareId: string, pending: boolean]>([
  ["create", "gained", "rs-a", false],
  ["create", "gained", "rs-b", true],
  ["same", "kept", "rs-a", false],
  ["same", "gained", "rs-a", true],
])("after an acceptor's step %s, access that is %s through %s is pending: %s", (op, change, id, pending) => {
  const sample = gainedBy("share");
  const shares = sample.shares.map((share) => ({ ...share, id, pending: true }));
  const accepted = acceptedSharesIn(previewOf({ ...same(acceptor("accept", {}, "fd-apps01")), op }));
  expect(afterAcceptance({ ...sample, change, shares, pending: true }, accepted)).toMatchObject({ pending, shares: [{ id, pending }] });
});
