import { getEventListeners } from "node:events";
import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { CreateResourceShare, DeleteResourceShare, ListResourceShares } from "../../../../provider/api/shares.ts";
import { TagResources } from "../../../../provider/api/tags.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { actionOf, clientOf, ok, firstParameters, errorResponse, rejection, service } from "./fixture.ts";

const share = { ResourceShareId: "rs-1", ResourceShareStatus: "Active" as const };

describe("client", () => {
  it("sends a call's parameters in the query of POST / and returns the declared response", async () => {
    const { transport, requests } = service(() => ok({ ResourceShare: share, Undeclared: 1 }));
    const response = await clientOf(transport).call(CreateResourceShare, {
      ResourceShareName: "a",
      Targets: ["1", "2"],
      Tag: [{ Key: "k", Value: "" }],
      AllowExternalTargets: false,
    });
    expect(response).toEqual({ ResourceShare: share, RequestId: "R-1" });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: "POST", body: "", headers: { host: "127.0.0.1:4010", accept: "application/json" } });
    expect(firstParameters({ requests })).toEqual({
      ResourceShareName: "a",
      "Targets.1": "1",
      "Targets.2": "2",
      "Tag.1.Key": "k",
      "Tag.1.Value": "",
      AllowExternalTargets: "false",
      RegionId: "cn-hangzhou",
    });
  });

  it("sends a call to the region that its request names", async () => {
    const { transport, requests } = service(() => ok());
    const request = { ResourceType: "ResourceShare", RegionId: "cn-beijing", ResourceId: ["rs-1"], Tag: [{ Key: "k" }] } as const;
    await clientOf(transport).call(TagResources, { ...request, ResourceId: [...request.ResourceId], Tag: [...request.Tag] });
    expect(firstParameters({ requests }).RegionId).toBe("cn-beijing");
  });

  it("names each wrong property of a request and sends no call", async () => {
    const { transport, requests } = service(() => ok());
    const wrong = { ResourceShareName: "not allowed!", Targets: ["1", "2", "3", "4", "5", "6"], Resources: [{ ResourceId: "x" }] };
    // The request type forbids the wrong values of this test.
    const error = await rejection(clientOf(transport).call(CreateResourceShare, wrong as never));
    expect(error).toBeInstanceOf(InputError);
    const properties = (error as InputError).failures.map(({ property }) => property);
    expect(properties.toSorted()).toEqual(["ResourceShareName", "Resources[0].ResourceType", "Targets"]);
    expect(requests).toHaveLength(0);
  });

  it("calls the region's own endpoint when none is configured", async () => {
    const { transport, requests } = service(() => ok());
    await clientOf(transport, { region: "eu-central-1", endpoint: undefined }).call(DeleteResourceShare, { ResourceShareId: "rs-1" });
    expect(requests[0]?.url).toBe("https://resourcesharing.eu-central-1.aliyuncs.com/?RegionId=eu-central-1&ResourceShareId=rs-1");
  });

  it("increments the client's count of changes when a write begins and when it ends", async () => {
    let refuses = false;
    const client = clientOf(service(() => (refuses ? errorResponse(403, "NoPermission") : ok())).transport);
    const seen = [client.writes.changes];
    for (const isRefused of [false, true]) {
      refuses = isRefused;
      const call = client.call(DeleteResourceShare, { ResourceShareId: "rs-1" });
      seen.push(client.writes.changes);
      await call.catch(() => undefined);
      seen.push(client.writes.changes);
    }
    expect(new Set(seen).size).toBe(5);
    refuses = false;
    await client.call(ListResourceShares, { ResourceOwner: "Self" });
    expect(client.writes.changes).toBe(seen.at(-1));
  });

  it("leaves no timer and no listener of a call behind, whether it succeeded or not", async () => {
    for (const answer of [ok(), errorResponse(403, "NoPermission")]) {
      const timers = new Set<symbol>();
      const clock = new (class extends VirtualClock {
        override setTimer(ms: number, ring: () => void): () => void {
          const timer = Symbol("timer");
          const callOff = super.setTimer(ms, () => (timers.delete(timer), ring()));
          timers.add(timer);
          return () => (timers.delete(timer), callOff());
        }
      })();
      const { signal } = new AbortController();
      const client = clientOf(service(() => answer).transport, { clock });
      const calls = Array.from({ length: 12 }, (_, index) =>
        client.call(DeleteResourceShare, { ResourceShareId: `rs-${index}` }, { signal }),
      );
      calls.push(client.call(ListResourceShares, { ResourceOwner: "Self" }, { signal }));
      await Promise.allSettled(calls);
      await new Promise((resolve) => setImmediate(resolve));
      expect([timers.size, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
    }
  });

  it("prints a client and the error of a refused call without its secrets", async () => {
    const { transport } = service((request) => (actionOf(request) === "ListResourceShares" ? ok() : errorResponse(403, "NoPermission")));
    const client = clientOf(transport, { account: "consumer" });
    await client.call(ListResourceShares, { ResourceOwner: "Self" });
    const error = await rejection(client.call(DeleteResourceShare, { ResourceShareId: "rs-1" }));
    const shown = [client, error].map((value) => inspect(value, { depth: 10, showHidden: true }) + JSON.stringify(value));
    expect(shown.join()).toContain("NoPermission");
    expect(shown.join()).not.toContain("canary");
  });
});
