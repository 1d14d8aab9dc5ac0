import { expect, test } from "vitest";
import type { ResourceShare } from "../../../provider/api/entities.ts";
import type { Client } from "../../../provider/client/client.ts";
import { examineCreateTags } from "../../../sdk/command/doctor/orphaned-shares.ts";

const share = (id: string, ...keys: readonly string[]): ResourceShare => ({
  ResourceShareId: id,
  ResourceShareName: id,
  ResourceShareStatus: "Active",
  Tags: keys.map((Key) => ({ Key, Value: "1" })),
});
// The check uses the account of the client only.
const client = { account: undefined } as Client;
const examine = (...shares: readonly ResourceShare[]) =>
  examineCreateTags(client, shares, 0, 1000).map(({ level, message }) => `${level}: ${message}`);

test("reports a lease without a create tag as a warning", () => {
  expect(examine(share("rs-1", "team"), share("rs-2", "resourceshare:lease"))).toEqual([
    "ok: no share has the create tag resourceshare:creating",
    'warning: share rs-2 "rs-2" has the tag resourceshare:lease without the create tag resourceshare:creating: its creation has ended, and the tag has no effect any more',
  ]);
});

test("reports a share with both tags once", () => {
  expect(examine(share("rs-1", "resourceshare:creating", "resourceshare:lease"))).toHaveLength(1);
});
