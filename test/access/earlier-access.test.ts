import { expect, test } from "vitest";
import { accessOf } from "../../sdk/access/access.ts";
import { changesSince, readEarlierAccess } from "../../sdk/access/earlier-access.ts";
import { toJson } from "../../sdk/access/format/json.ts";
import { targetOf } from "../../sdk/access/share-snapshot.ts";

const accesses = (targets: readonly string[]) =>
  accessOf([
    {
      share: { name: "network", id: "rs-1" },
      account: "1",
      resources: [{ entity: { type: "VSwitch", id: "v" }, pending: false }],
      targets: targets.map((id) => ({ entity: targetOf(id, false), pending: false })),
      permissions: new Map(),
    },
  ]);

test("reports what has come and what has gone since an earlier list", () => {
  const earlier = readEarlierAccess(toJson(accesses(["fd-1", "fd-2"]), []));
  expect(changesSince(earlier, accesses(["fd-2", "fd-3"])).map(({ change, target }) => [change, target.id])).toEqual([
    ["lost", "fd-1"],
    ["kept", "fd-2"],
    ["gained", "fd-3"],
  ]);
});

test.each(["", "{}", '{"version":2,"access":[]}', '{"version":1,"access":[{}]}'])("rejects %j, which is no list of access", (text) => {
  expect(() => readEarlierAccess(text)).toThrow("this is not what `resourceshare access --format json` prints");
});
