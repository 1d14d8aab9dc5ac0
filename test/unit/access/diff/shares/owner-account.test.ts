import { expect, test } from "vitest";
import { create, type Entry, inState, read, record, replace, share } from "../steps.ts";

const target = "2000000000000001";
const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::theirs::p1";

test("distinguishes the default account from that of an explicit provider in a diff, also in a state", () => {
  const inside = { ...record("Target", "Account", target), external: false };
  const theirs = { ...share("a"), outputs: { name: "a", accountId: "1000", associations: [inside] }, provider };
  const externalIn = (placement: object) => {
    const creation = create({ ...share("new", ["v9"], [target], { allowExternalTargets: true }), ...placement });
    return read([creation], inState(theirs)).changes.find(({ change }) => change === "gained")?.target.external;
  };
  expect([externalIn({}), externalIn({ provider })]).toEqual([null, false]);
});

test("reports the access of a share that moves to another account under that account in a diff", () => {
  const of = (account: string, ids: readonly string[]): Entry => share("moved", ids, [target], { account });
  const owned = of("a", ["v1"]);
  const { changes } = read([replace({ ...owned, outputs: { ...owned.outputs, owner: "1000" } }, of("b", ["v2"]))]);
  expect(changes.map(({ change, account }) => `${change} ${account}`)).toEqual(["lost 1000", "gained b"]);
});
