import { expect, test } from "vitest";
import { importFileOf } from "../../../../cli/adopt/import-file.ts";
import type { AdoptableShare } from "../../../../cli/adopt/shares.ts";

const share = (id: string, name: string): AdoptableShare => ({
  id,
  name,
  allowExternalTargets: false,
  resourceGroupId: undefined,
  lists: {},
  tags: undefined,
  permissionNames: [],
});

test("gives each share in the import file of `adopt` its type, its id and the name that the program uses", () => {
  expect(JSON.parse(importFileOf([share("rs-1", "team network"), share("rs-2", "twice"), share("rs-3", "twice")]))).toEqual({
    resources: [
      { type: "resourceshare:index:ResourceShare", name: "team-network", id: "rs-1" },
      { type: "resourceshare:index:ResourceShare", name: "twice-rs-2", id: "rs-2" },
      { type: "resourceshare:index:ResourceShare", name: "twice-rs-3", id: "rs-3" },
    ],
  });
});

test("names an explicit provider in the import file of `adopt` once, for every share", () => {
  const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::consumer";
  expect(JSON.parse(importFileOf([share("rs-1", "a")], provider))).toEqual({
    nameTable: { provider },
    resources: [{ type: "resourceshare:index:ResourceShare", name: "a", id: "rs-1", provider: "provider" }],
  });
});
