import { expect, test } from "vitest";
import { changesSince, readEarlierAccess } from "../../../access/earlier-access.ts";
import { forceOf, movingOf } from "../../../access/diff/changes.ts";
import { toChangeTable } from "../../../access/format/change-table.ts";
import { toJson } from "../../../access/format/json.ts";
import { accessesOf } from "./builders.ts";

const accesses = (targets: readonly string[], pending: readonly string[] = []) => accessesOf({ targets, pending });

test("reports what has come and what has gone since an earlier list", () => {
  const earlier = readEarlierAccess(toJson(accesses(["fd-1", "fd-2"]), []));
  expect(changesSince(earlier, accesses(["fd-2", "fd-3"])).map(({ change, target }) => [change, target.id])).toEqual([
    ["lost", "fd-1"],
    ["kept", "fd-2"],
    ["gained", "fd-3"],
  ]);
});

test("reports access that has come into force, and access that is pending again, as kept and moving", () => {
  const earlier = readEarlierAccess(toJson(accesses(["fd-1", "fd-2", "fd-3", "fd-4"], ["fd-1", "fd-2"]), []));
  const changes = changesSince(earlier, accesses(["fd-1", "fd-2", "fd-3", "fd-4"], ["fd-2", "fd-3"]));
  expect(changes.map((change) => [change.change, change.target.id, forceOf(change)])).toEqual([
    ["kept", "fd-1", "in force"],
    ["kept", "fd-2", undefined],
    ["kept", "fd-3", "pending"],
    ["kept", "fd-4", undefined],
  ]);
  expect(movingOf(changes).map(({ target }) => target.id)).toEqual(["fd-1", "fd-3"]);
  expect(toChangeTable(movingOf(changes), { colours: false })).toMatch(/^~ in force +fd-1 .*\n~ pending +fd-3 /m);
});

test.each(["", "{}", '{"version":2,"access":[]}', '{"version":1,"access":[{}]}'])("rejects %j, which is no list of access", (text) => {
  expect(() => readEarlierAccess(text)).toThrow("this is not what `resourceshare access --format json` prints");
});
