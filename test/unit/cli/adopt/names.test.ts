import * as fc from "fast-check";
import { expect, test } from "vitest";
import { programNames } from "../../../../cli/adopt/names.ts";

const namesOf = (...shares: readonly (readonly [id: string, name: string])[]) =>
  [...programNames(shares.map(([id, name]) => ({ id, name }))).values()].map(({ resource, variable }) => `${variable} ${resource}`);

test.each([
  ["team-network", "teamNetwork"],
  ["VPC_shared.prod", "vpcSharedProd"],
  ["default", "defaultShare"],
  ["2024-plan", "share2024Plan"],
  ["共享_网络", "共享网络"],
  ["...", "shareRs1"],
  ["rs", "rsShare"],
])("names the share %s as the constant %s", (name, variable) => {
  expect(namesOf(["rs-1", name])).toEqual([`${variable} ${name}`]);
});

test("adds the ids to the constants and stack names of shares that have one name", () => {
  expect(namesOf(["rs-1", "twice"], ["rs-2", "twice"])).toEqual(["twiceRs1 twice-rs-1", "twiceRs2 twice-rs-2"]);
});

test("keeps the stack names of shares whose different names make the same constant", () => {
  expect(namesOf(["rs-1", "a-b"], ["rs-2", "a.b"])).toEqual(["aBRs1 a-b", "aBRs2 a.b"]);
});

test("makes different, valid constants of any share names", () => {
  const name = fc.stringMatching(/^[A-Za-z0-9\u4e00-\u4e10._-]{1,6}$/);
  const shares = fc.uniqueArray(fc.record({ id: fc.stringMatching(/^rs-[0-9]{1,2}$/), name }), { selector: ({ id }) => id });
  fc.assert(
    fc.property(shares, (some) => {
      const names = [...programNames(some).values()];
      expect(new Set(names.map(({ resource }) => resource)).size).toBe(some.length);
      expect(new Set(names.map(({ variable }) => variable)).size).toBe(some.length);
      for (const { variable } of names) expect(() => new Function(`"use strict"; const ${variable} = 1;`)).not.toThrow();
    }),
  );
});

test("removes invisible letters from the constants and stack names of shares", () => {
  const named = programNames([{ id: "rs-1", name: "net\u3164work\u200B\u115F" }]).get("rs-1");
  expect(named).toEqual({ resource: "net-work-", variable: "netWork" });
});
