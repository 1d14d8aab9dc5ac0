import { expect, test } from "vitest";
import { assumptions } from "../../../../cli/verify/assumptions.ts";
import { mostCalls, type Verified } from "../../../../cli/verify/run.ts";
import { mostShares, sharePrefix } from "../../../../cli/verify/shares.ts";
import { differingAssumptions, withDifferences } from "../../../../simulator/gateway/differences.ts";
import type { HttpResponse } from "../../../../provider/wire/transport.ts";
import { demo, demoWorld } from "../../../../simulator/index.ts";
import { isReadOperation } from "../../../support/is-read-operation.ts";
import { textOf } from "../../rules/files.ts";
import { cleanAt, everything, readsOnly, runAgainst, sharesLeft, simulated, smallPages } from "./fixture.ts";

const past = "2025-01-01T00:00:00.000Z";
const probed = assumptions.flatMap((assumption) => ("probe" in assumption ? [assumption.id] : []));

function idsOf({ results }: Verified, wanted: string): readonly string[] {
  return results.filter(({ result }) => result === wanted).map(({ id }) => id);
}

test("has a row for each entry of docs/assumptions.md, and no other", () => {
  const entries = Array.from(textOf("docs/assumptions.md").matchAll(/^\| ([SD]-[a-z0-9-]+) \|/gm), ([, id]) => id);
  expect(assumptions.map(({ id }) => id).toSorted()).toEqual(entries.toSorted());
});

test.each(["fast", "real"] as const)("finds that every assumption holds at the simulated service, at the pace %s", async (pace) => {
  const simulator = simulated({ pace });
  const found = await runAgainst(simulator);
  expect(found.results.filter(({ result }) => result === "differs")).toEqual([]);
  expect(idsOf(found, "holds")).toEqual(probed);
  expect([found.left, sharesLeft(simulator)]).toEqual([[], []]);
});

test("knows a differing service for each probe", () => {
  expect([...differingAssumptions, "S-visibility"].toSorted()).toEqual(probed.toSorted());
});

test.each(probed)("names %s, and no other, at a service that differs from it", async (id) => {
  const simulator =
    id === "S-visibility" ? simulated({ pace: { visibility: 7000 } }) : withDifferences(simulated(), new Map([[id, undefined]]));
  const found = await runAgainst(simulator);
  expect(idsOf(found, "differs"), JSON.stringify(found.results)).toEqual([id]);
  expect(sharesLeft(simulator)).toEqual([]);
});

test("only reads without the permission to write, and reads no more than it says", async () => {
  const simulator = simulated();
  const found = await runAgainst(simulator, { permitted: readsOnly });
  expect(simulator.calls.map(({ operation }) => operation).filter((name) => !isReadOperation(name) && !isKnownToRead(name))).toEqual([]);
  expect(simulator.calls.length).toBeLessThan(mostCalls);
  expect(idsOf(found, "differs")).toEqual([]);
  expect(found.results.find(({ id }) => id === "S-untag")?.seen).toBe("needs --allow-writes");
});

test.each(["TagResources", "UntagResources", "AssociateResourceSharePermission", "ListTagResources"])(
  "names the action that is missing when %s is not allowed, and no difference",
  async (operation) => {
    const found = await runAgainst(simulated(), {
      observe: (request, deliver) => (request.headers["x-acs-action"] === operation ? refusal(403, "NoPermission") : deliver()),
    });
    expect(idsOf(found, "differs")).toEqual([]);
    expect(found.results.map(({ seen }) => seen)).toContain(`needs the action resourcesharing:${operation}`);
  },
);

test("holds, and finds a difference, when each list has many pages", async () => {
  expect(idsOf(await runAgainst(simulated(), { observe: smallPages() }), "holds")).toEqual(probed);
  for (const id of ["S-receiver", "S-tagfilters"]) {
    const differing = withDifferences(simulated(), new Map([[id, undefined]]));
    expect(idsOf(await runAgainst(differing, { observe: smallPages() }), "differs")).toEqual([id]);
  }
});

test.each([
  ["is not reached", () => Promise.reject(new Error("getaddrinfo ENOTFOUND"))],
  ["is denied", () => refusal(403, "NoPermission")],
  ["refuses the access key", () => refusal(404, "InvalidAccessKeyId.NotFound")],
  ["refuses the time", () => refusal(400, "InvalidTimeStamp.Expired")],
  ["is answered by a proxy", () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html>Log in</html>" })],
])("does not try S-identity when GetCallerIdentity %s", async (_title, answer) => {
  const found = await runAgainst(simulated(), {
    observe: (request, deliver) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? answer() : deliver()),
  });
  expect(idsOf(found, "differs")).toEqual([]);
  expect(found.results.find(({ id }) => id === "S-identity")).toMatchObject({
    result: "not tried",
    seen: expect.stringMatching(/^needs an answer of GetCallerIdentity: /),
  });
});

test("holds when lists show a new share just within the time that is expected", async () => {
  const found = await runAgainst(simulated({ pace: { visibility: 5000 } }));
  expect(idsOf(found, "differs")).toEqual([]);
});

test("holds when the account adds a tag to each share", async () => {
  const simulator = simulated();
  const found = await runAgainst(simulator, {
    observe: (request, deliver) => {
      const response = deliver();
      if (request.headers["x-acs-action"] === "CreateResourceShare")
        for (const { id } of simulator.world.sharesOf(demo.owner)) simulator.outOfBand.tag(id, { createdby: "someone" });
      return response;
    },
  });
  expect(idsOf(found, "differs")).toEqual([]);
});

test("shares nothing that is not named, and gives the target no resource", async () => {
  const simulator = simulated();
  const granted: unknown[] = [];
  await runAgainst(simulator, {
    observe: (_request, deliver) => {
      const response = deliver();
      granted.push(...simulator.grants());
      return response;
    },
  });
  expect(granted).toEqual([]);
  expect(simulator.world.sharesOf(demo.owner)).toHaveLength(mostShares);
  const entities = simulator.calls.flatMap(({ parameters: { Targets = [], Resources = [] } }) => [Targets, Resources]).flat();
  expect(new Set(entities.map((entity) => JSON.stringify(entity)))).toEqual(
    new Set([
      JSON.stringify(everything.target),
      JSON.stringify(everything.external),
      '{"ResourceId":"vsw-demo01","ResourceType":"VSwitch"}',
    ]),
  );
});

test.each([
  ["before it is answered", false],
  ["after it is executed", true],
])("leaves nothing when it is interrupted at any call, %s", { timeout: 120_000 }, async (_when, isExecuted) => {
  const count = await callsOfRun();
  for (let nth = 1; nth <= count; nth += 1) {
    const simulator = simulated({ pace: { visibility: 4000 } });
    const stop = new AbortController();
    let calls = 0;
    const found = await runAgainst(simulator, {
      stop,
      observe: (_request, deliver) => {
        calls += 1;
        if (calls !== nth) return deliver();
        if (isExecuted) deliver();
        stop.abort(new Error("interrupted"));
        throw new Error("the connection was closed");
      },
    }).catch(() => undefined);
    expect([nth, found?.left ?? [], sharesLeft(simulator)]).toEqual([nth, [], []]);
  }
});

test("removes what a run has left that was killed at any call, and no other share", { timeout: 120_000 }, async () => {
  const count = await callsOfRun();
  for (let nth = 1; nth <= count; nth += 7) {
    const simulator = simulated({ world: { ...demoWorld, shares: otherShares } });
    let calls = 0;
    const killed = () => {
      throw new Error("the process was killed");
    };
    await runAgainst(simulator, { observe: (_request, deliver) => ((calls += 1) < nth ? deliver() : killed()) }).catch(() => undefined);
    expect([nth, await cleanAt(simulator), sharesLeft(simulator)]).toEqual([nth, [], ["resourceshare-verify-1"]]);
    expect(otherShares.map(({ id }) => simulator.world.shares.get(id)?.status)).toEqual(["Active", "Active"]);
  }
});

function refusal(status: number, Code: string): HttpResponse {
  const body = JSON.stringify({ RequestId: "1", Code, Message: "The call was refused." });
  return { status, headers: { "content-type": "application/json" }, body };
}

/** A share of the account with another name, and another account's share with a name of this command. */
const otherShares = [
  { id: "rs-network", name: "network", owner: demo.owner },
  { id: "rs-foreign", name: `${sharePrefix}1`, owner: demo.network },
].map((share, sequence) => ({ ...share, sequence, status: "Active" as const, createdAt: past, updatedAt: past }));

async function callsOfRun(): Promise<number> {
  const simulator = simulated({ pace: { visibility: 4000 } });
  await runAgainst(simulator);
  return simulator.calls.length;
}

/** Operations of the identity service, and the one that does not exist. */
function isKnownToRead(operation: string): boolean {
  return ["GetCallerIdentity", "NoSuchOperation", ""].includes(operation);
}
