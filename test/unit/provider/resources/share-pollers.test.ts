import { expect, test } from "vitest";
import type { Client } from "../../../../provider/client/client.ts";
import { sharePollersOf } from "../../../../provider/resources/share-pollers.ts";
import { clientOf, ok, parametersOf, errorResponse, service } from "../client/fixture.ts";

const shareOf = (id: string) => ({ ResourceShareId: id, ResourceShareStatus: "Active" });
const idsOf = (parameters: Record<string, string>) =>
  Object.entries(parameters).flatMap(([name, value]) => (name.startsWith("ResourceShareIds.") ? [value] : []));

/** A service that finds shares by their ids and rejects a request because of one of them; `all` are the shares in a list without ids. */
function knowing(refused: Readonly<Record<string, readonly [status: number, code: string]>>, all: readonly string[] = []) {
  return service((request) => {
    const ids = idsOf(parametersOf(request));
    if (ids.length === 0) return ok({ ResourceShares: all.map(shareOf) });
    const bad = ids.map((id) => refused[id]).find((refusal) => refusal !== undefined);
    return bad === undefined ? ok({ ResourceShares: ids.map(shareOf) }) : errorResponse(...bad);
  });
}

async function seenBy(client: Client & { readonly clock: Parameters<typeof sharePollersOf>[1] }, ids: readonly string[]) {
  const { shares } = sharePollersOf(client, client.clock);
  const polls = ids.map((id) =>
    shares.now(id).then(
      (found) => found.map(({ ResourceShareId }) => ResourceShareId).join(),
      (error: unknown) => String(error).slice(0, 80),
    ),
  );
  return Promise.all(polls);
}

test("reads five shares in one call and returns each caller its own", async () => {
  const { transport, requests } = knowing({});
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2", "rs-3", "rs-4", "rs-5", "rs-6"])).toEqual([
    ...["rs-1", "rs-2", "rs-3", "rs-4", "rs-5", "rs-6"],
  ]);
  expect(requests.map((request) => idsOf(parametersOf(request)).length).toSorted()).toEqual([1, 5]);
});

test("reads shares one by one when one is refused, and reports an absent one as absent", async () => {
  const { transport, requests } = knowing({ "rs-2": [404, "EntityNotExists.ResourceShare"] });
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2", "rs-3"])).toEqual(["rs-1", "", "rs-3"]);
  expect(requests.map((request) => idsOf(parametersOf(request)))).toEqual([["rs-1", "rs-2", "rs-3"], ["rs-1"], ["rs-2"], ["rs-3"]]);
});

test("reports an invalid read of a share to its own caller, not to others and not as an absence", async () => {
  const { transport } = knowing({ "rs-2": [400, "InvalidParameter.MaxResults"] });
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2"])).toEqual(["rs-1", expect.stringContaining("InvalidParameter.MaxResults")]);
});

test.each([
  ["finds a share whose id the service refuses", ["rs-1", "rs-2"], "rs-2"],
  ["reports a share whose id the service refuses as absent when no share has it", ["rs-1"], ""],
])("polls shares: it %s", async (_, all, seen) => {
  const { transport, requests } = knowing({ "rs-2": [400, "InvalidParameter.ResourceShareIds"] }, all);
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2"])).toEqual(["rs-1", seen]);
  expect(requests.map((request) => idsOf(parametersOf(request)))).toEqual([["rs-1", "rs-2"], ["rs-1"], ["rs-2"], []]);
});

test("reports a refused read that is about no single share to all callers after one call", async () => {
  const { transport, requests } = knowing({ "rs-2": [403, "NoPermission"] });
  const denied = expect.stringContaining("NoPermission") as string;
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2"])).toEqual([denied, denied]);
  expect(requests).toHaveLength(1);
});

test("ignores records of shares that a read of shares did not request", async () => {
  const { transport } = service(() => ok({ ResourceShares: [shareOf("rs-1"), shareOf("rs-9")] }));
  expect(await seenBy(clientOf(transport), ["rs-1", "rs-2"])).toEqual(["rs-1", ""]);
});

test("reads association records by kind, and only for shares that callers wait for", async () => {
  const { transport, requests } = service(() => ok({ ResourceShareAssociations: [] }));
  const client = clientOf(transport);
  const { associations } = sharePollersOf(client, client.clock);
  await Promise.all([associations.Resource.now("rs-1"), associations.Target.now("rs-2")]);
  const asked = requests.map(parametersOf).map((parameters) => [parameters["AssociationType"], idsOf(parameters)]);
  expect(asked.toSorted()).toEqual([
    ["Resource", ["rs-1"]],
    ["Target", ["rs-2"]],
  ]);
});

test("returns one share poller to all callers of one client", () => {
  const client = clientOf(knowing({}).transport);
  expect(sharePollersOf(client, client.clock)).toBe(sharePollersOf(client, client.clock));
});
