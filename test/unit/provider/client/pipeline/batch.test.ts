import { describe, expect, it } from "vitest";
import { AssociateResourceShare, DisassociateResourceShare } from "../../../../../provider/api/associations.ts";
import { messageOf } from "../../../../../provider/kernel/errors.ts";
import type { CallOptions } from "../../../../../provider/client/client.ts";
import type { HttpRequest, HttpResponse } from "../../../../../provider/wire/transport.ts";
import { clientOf, ok, parametersOf, errorResponse, rejection, service } from "../fixture.ts";

const share = "rs-1";
const record = (EntityId: string, AssociationType = "Target") => {
  return { ResourceShareId: share, AssociationType, AssociationStatus: "Associating", EntityId };
};
const listed = (request: HttpRequest, prefix: string) =>
  Object.entries(parametersOf(request)).flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : []));
const targetsOf = (request: HttpRequest) => listed(request, "Targets.");
const answered = (request: HttpRequest) => ok({ ResourceShareAssociations: targetsOf(request).map((id) => record(id)) });

/** A service that answers with the errors of `responseTo`, and a client that associates single targets with it. */
function associating(responseTo: (targets: readonly string[], at: number) => HttpResponse | undefined = () => undefined) {
  const sentAt: number[] = [];
  const held = service((request) => {
    sentAt.push(client.clock.now());
    return responseTo(targetsOf(request), client.clock.now() - started) ?? answered(request);
  });
  const client = clientOf(held.transport, { requestTimeoutMs: 1e9 });
  const started = client.clock.now();
  const associate = (target: string, { of = share, ...options }: CallOptions & { readonly of?: string } = {}) =>
    client.call(AssociateResourceShare, { ResourceShareId: of, Targets: [target] }, options);
  const associateResource = (ResourceId: string) =>
    client.call(AssociateResourceShare, { ResourceShareId: share, Resources: [{ ResourceId, ResourceType: "VSwitch" }] });
  const sizes = () => held.requests.map((request) => targetsOf(request).length);
  return { ...held, client, associate, associateResource, sizes, sentAt: () => sentAt.map((at) => at - started) };
}

const ids = (count: number, prefix = "t-") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("a batch", () => {
  it("sends a batch after the idle window, and at once when it is full", async () => {
    const lone = associating();
    await lone.associate("t-0");
    expect(lone.sentAt()).toEqual([75]);
    const full = associating();
    await Promise.all(ids(5).flatMap((id) => [full.associate(id), full.associateResource(`vsw-${id}`)]));
    expect(full.sentAt()).toEqual([0]);
  });

  it("delays a batch for two seconds at most when calls keep arriving", async () => {
    const { associate, client, sentAt } = associating();
    const later = (id: string, index: number) => client.clock.sleep(74 * index).then(() => associate(id));
    await Promise.all(ids(40).map(later));
    expect(sentAt()[0]).toBe(2_000);
  });

  it("collects calls of a share while calls of other shares come, and sends them all after the idle window", async () => {
    const { associate, client, sizes, sentAt } = associating();
    const later = async (id: string, index: number) => {
      await client.clock.sleep(70 * index);
      await associate(id, { of: `rs-${index % 3}` });
    };
    await Promise.all(ids(9).map(later));
    expect(sizes()).toEqual([3, 3, 3]);
    expect(sentAt()).toEqual([635, 635, 635]);
  });

  it("collects calls while another batch is in flight, up to a maximum wait", async () => {
    const pending: (() => void)[] = [];
    const held = service(async (request) => {
      await new Promise<void>((resolve) => pending.push(resolve));
      return answered(request);
    });
    const client = clientOf(held.transport, { requestTimeoutMs: 1e9 });
    const associate = (id: string) => client.call(AssociateResourceShare, { ResourceShareId: share, Targets: [id] });
    const calls = [associate("t-0")];
    await client.clock.sleep(100);
    calls.push(associate("t-1"), associate("t-2"));
    await client.clock.sleep(1_990);
    expect(held.requests.map(targetsOf)).toEqual([["t-0"]]);
    await client.clock.sleep(20);
    expect(held.requests.map(targetsOf)).toEqual([["t-0"], ["t-1", "t-2"]]);
    calls.push(associate("t-3"));
    pending.splice(0).forEach((open) => open());
    await client.clock.sleep(100);
    expect(held.requests).toHaveLength(3);
    pending.splice(0).forEach((open) => open());
    await Promise.all(calls);
  });

  it("sends a call that opts out of batching alone", async () => {
    const { associate, sizes, sentAt } = associating();
    await Promise.all([associate("t-0"), associate("t-1"), associate("t-2", { isUnbatched: true })]);
    expect(sizes()).toEqual([1, 2]);
    expect(sentAt()).toEqual([0, 75]);
  });
});

describe("a caller of a batch", () => {
  it("omits a caller's call from a batch when the caller is aborted before the send", async () => {
    const { associate, requests, client } = associating();
    const stop = new AbortController();
    const gone = rejection(associate("t-0", { signal: stop.signal }));
    const stays = associate("t-1");
    await soon();
    stop.abort(new Error("not wanted any more"));
    expect(messageOf(await gone)).toBe("not wanted any more");
    await stays;
    expect(requests.map(targetsOf)).toEqual([["t-1"]]);
    const all = new AbortController();
    const last = rejection(associate("t-2", { signal: all.signal }));
    await soon();
    all.abort(new Error("every caller has left"));
    const next = associate("t-3");
    await last;
    await expect(next).resolves.toMatchObject({ ResourceShareAssociations: [record("t-3")] });
    await client.clock.sleep(1000);
    expect(requests.map(targetsOf)).toEqual([["t-1"], ["t-3"]]);
  });

  it("returns the answers of a batch to the other callers when one is aborted in flight, and aborts with the last one", async () => {
    const pending: (() => void)[] = [];
    const ended: unknown[] = [];
    const held = service(async (request, signal) => {
      await new Promise<void>((resolve, reject) => {
        pending.push(resolve);
        signal?.addEventListener("abort", () => {
          ended.push(signal.reason);
          reject(signal.reason);
        });
      });
      return answered(request);
    });
    const client = clientOf(held.transport, { requestTimeoutMs: 1e9 });
    const call = (id: string, signal: AbortSignal) =>
      client.call(AssociateResourceShare, { ResourceShareId: share, Targets: [id] }, { signal });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = rejection(call("t-0", one.signal));
    const second = call("t-1", two.signal);
    await client.clock.sleep(110);
    one.abort(new Error("the first left"));
    expect(messageOf(await first)).toBe("the first left");
    pending.splice(0).forEach((open) => open());
    expect((await second).ResourceShareAssociations).toEqual([record("t-1")]);
    expect(ended).toEqual([]);
    const [three, four] = [new AbortController(), new AbortController()];
    const both = [rejection(call("t-2", three.signal)), rejection(call("t-3", four.signal))];
    await client.clock.sleep(110);
    three.abort(new Error("third"));
    four.abort(new Error("fourth"));
    expect((await Promise.all(both)).map(messageOf)).toEqual(["third", "fourth"]);
    expect(ended.map(messageOf)).toEqual(["fourth"]);
  });
});

describe("a batch that fails", () => {
  it("does not split a batch when its share is gone", async () => {
    const { associate, requests } = associating(() => errorResponse(404, "EntityNotExists.ResourceShare"));
    const errors = await Promise.all(ids(5).map((id) => rejection(associate(id))));
    expect(requests).toHaveLength(1);
    expect(new Set(errors.map(messageOf)).size).toBe(1);
  });

  it("reports a lost answer to each caller of a batch as ambiguous and resends none", async () => {
    const { transport, requests } = service(() => Promise.reject(new Error("reset")));
    const client = clientOf(transport);
    const errors = await Promise.all(
      ids(3).map((id) => rejection(client.call(AssociateResourceShare, { ResourceShareId: share, Targets: [id] }))),
    );
    expect(errors).toMatchObject([1, 2, 3].map(() => ({ name: "TransportError", ambiguous: true })));
    expect(requests).toHaveLength(1);
  });

  it("sends the idempotent calls of a batch one by one when the service itself fails on the batch", async () => {
    const { transport, requests } = service((request) =>
      targetsOf(request).includes("bad") ? errorResponse(500, "InternalError") : answered(request),
    );
    const client = clientOf(transport, { maxAttempts: 2 });
    const ends = await Promise.allSettled(
      ["t-0", "bad", "t-1"].map((id) => client.call(DisassociateResourceShare, { ResourceShareId: share, Targets: [id] })),
    );
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(requests.map((request) => targetsOf(request).length)).toEqual([3, 3, 1, 1, 1, 1]);
  });

  it("returns the answer of a batch to callers with time left when another one reaches its deadline", async () => {
    const { associate, client } = associating((_, at) => (at < 3_500 ? errorResponse(409, "ConcurrentExecutionError") : undefined));
    const deadline = client.clock.now() + 3_000;
    const [hasty, patient] = await Promise.allSettled([associate("t-0", { deadline }), associate("t-1")]);
    expect(hasty).toMatchObject({ status: "rejected", reason: { name: "TransportError" } });
    expect(patient).toMatchObject({ status: "fulfilled", value: { ResourceShareAssociations: [record("t-1")] } });
  });
});
