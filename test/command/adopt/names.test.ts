import * as fc from "fast-check";
import { expect, test } from "vitest";
import { programNames } from "../../../sdk/command/adopt/names.ts";

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
])("the share %s becomes the constant %s", (name, variable) => {
  expect(namesOf(["rs-1", name])).toEqual([`${variable} ${name}`]);
});

test("shares of one name bear their ids, all of them", () => {
  expect(namesOf(["rs-1", "twice"], ["rs-2", "twice"])).toEqual(["twiceRs1 twice-rs-1", "twiceRs2 twice-rs-2"]);
});

test("names that only make the same constant keep their own name in the stack", () => {
  expect(namesOf(["rs-1", "a-b"], ["rs-2", "a.b"])).toEqual(["aBRs1 a-b", "aBRs2 a.b"]);
});

test("whatever shares are called, no two names are alike and each can be declared", () => {
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

test("a letter that cannot be seen is no part of a name", () => {
  const named = programNames([{ id: "rs-1", name: "net\u3164work\u200B\u115F" }]).get("rs-1");
  expect(named).toEqual({ resource: "net-work-", variable: "netWork" });
});
