import { expect, test } from "vitest";
import { changesSince, readEarlierAccess } from "../../../access/earlier-access.ts";
import { toJson } from "../../../access/format/json.ts";
import { accessesOf } from "./builders.ts";

const accesses = (targets: readonly string[], pending: readonly string[] = []) => accessesOf({ targets, pending });

test("reports which access was gained and lost since an earlier list", () => {
  const earlier = readEarlierAccess(toJson(accesses(["fd-1", "fd-2"]), []));
  expect(changesSince(earlier, accesses(["fd-2", "fd-3"])).map(({ change, target }) => [change, target.id])).toEqual([
    ["lost", "fd-1"],
    ["kept", "fd-2"],
    ["gained", "fd-3"],
  ]);
});

test("keeps the account and the region of an access that was lost since an earlier list", () => {
  const earlier = accessesOf({ account: "1", region: "cn-hangzhou" });
  expect(changesSince(readEarlierAccess(toJson(earlier, [])), [])).toMatchObject([{ change: "lost", account: "1", region: "cn-hangzhou" }]);
});

test.each(["", "{}", '{"version":2,"access":[]}', '{"version":1,"access":[{}]}'])("rejects %j as an earlier list of access", (text) => {
  expect(() => readEarlierAccess(text)).toThrow("this is not what `resourceshare access --format json` prints");
});
