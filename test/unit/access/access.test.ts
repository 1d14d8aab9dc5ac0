import { expect, test } from "vitest";
import { accessesOf, type SnapshotValues } from "./builders.ts";

const named = (name: string, values: SnapshotValues = {}): SnapshotValues => ({ share: { name, id: `rs-${name}` }, ...values });

test.each<[known: readonly (boolean | null)[], external: boolean | null]>([
  [[false, true], true],
  [[null, true], true],
  [[null, false], null],
  [[false, false], false],
])(
  "treats a target of several shares as external if a share does, and as unknown if none does but one does not know: %j",
  (known, external) => {
    const shares = known.map((one, index) => named(`s${index}`, { targets: [{ id: "11", kind: "Account", external: one }] }));
    expect(accessesOf(...shares)[0]?.target).toEqual({ id: "11", kind: "Account", external });
  },
);

test("sorts shares of one name in a list of access by id, or by URN", () => {
  const shares = [{ name: "n", urn: "urn:b" }, { name: "n", id: "rs-2", urn: "urn:a" }, { name: "m", id: "rs-9" }, { name: "n" }];
  const sorted = accessesOf(...shares.map((share) => ({ share }))).flatMap((access) => access.shares.map(({ id, urn }) => id ?? urn));
  expect(sorted).toEqual(["rs-9", undefined, "rs-2", "urn:b"]);
});
