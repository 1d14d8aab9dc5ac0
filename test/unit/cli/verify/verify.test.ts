import { expect, test } from "vitest";
import { checks, undecided } from "../../../../cli/verify/checks.ts";
import { mostCalls, mostShares, sharePrefix } from "../../../../cli/verify/run.ts";
import type { Verified } from "../../../../cli/verify/verify.ts";
import { createClients } from "../../../../provider/client/client-registry.ts";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import type { HttpResponse } from "../../../../provider/wire/transport.ts";
import { demo, demoWorld, type SimulatorOptions } from "../../../../simulator/index.ts";
import { isReadOperation } from "../../../support/is-read-operation.ts";
import { textOf } from "../../rules/files.ts";
import { share } from "../fixture.ts";
import { differenceFrom, differences, refusal } from "./differences.ts";
import { cleanAt, configuration, everything, readsOnly, runAgainst, sharesLeft, simulated, smallPages } from "./fixture.ts";

const past = "2025-01-01T00:00:00.000Z";
const checked = checks.map(({ id }) => id);

function idsOf({ results }: Verified, wanted: string): readonly string[] {
  return results.filter(({ result }) => result === wanted).map(({ id }) => id);
}

test("has a check of `verify` for each entry of docs/assumptions.md, and no other", () => {
  const entries = Array.from(textOf("docs/assumptions.md").matchAll(/^\| ([SD]-[a-z0-9-]+) \|/gm), ([, id]) => id);
  expect([...checked, ...Object.keys(undecided)].toSorted()).toEqual(entries.toSorted());
});

const arn = `acs:vpc:cn-hangzhou:${demo.owner}:vswitch/vsw-demo01`;
const byArn = { ...everything, resource: { text: arn, id: "vsw-demo01", request: { ResourceArns: [arn] } } };

test.each<[string, SimulatorOptions, Parameters<typeof runAgainst>[1]?]>([
  ["is fast", {}],
  ["has the real pace", { pace: "real" }],
  ["lists a new share just within the expected time", { pace: { visibility: 5000 } }],
  ["has small pages", {}, { observe: smallPages() }],
  ["is asked about a resource by its ARN", {}, { permitted: byArn }],
])("finds with `verify` that every assumption holds at a simulated service that %s", async (_title, options, run) => {
  const simulator = simulated(options);
  const found = await runAgainst(simulator, run);
  expect(found.results.filter(({ result }) => result === "differs")).toEqual([]);
  expect(idsOf(found, "holds")).toEqual(checked);
  expect([found.left, sharesLeft(simulator)]).toEqual([[], []]);
});

test("has a simulated service that differs from the assumption for each check of `verify`", () => {
  expect([...Object.keys(differences), "S-visibility"].toSorted()).toEqual(checked.toSorted());
});

test.each(checked)("names the assumption %s in `verify`, and no other, at a service that differs from it", async (id) => {
  const isSlow = id === "S-visibility";
  const simulator = simulated(isSlow ? { pace: { visibility: 7000 } } : {});
  const found = await runAgainst(simulator, isSlow ? {} : { observe: differenceFrom(id, simulator) });
  expect(idsOf(found, "differs"), JSON.stringify(found.results)).toEqual([id]);
  expect(sharesLeft(simulator)).toEqual([]);
});

test("only reads in `verify` without the permission to write, and makes no more calls than it reports", async () => {
  const simulator = simulated();
  const found = await runAgainst(simulator, { permitted: readsOnly });
  expect(simulator.calls.map(({ operation }) => operation).filter((name) => !isReadOperation(name) && !isKnownToRead(name))).toEqual([]);
  expect(simulator.calls.length).toBeLessThan(mostCalls);
  expect(idsOf(found, "differs")).toEqual([]);
  expect(found.results.find(({ id }) => id === "S-untag")?.seen).toBe("needs --allow-writes");
});

test.each(["TagResources", "UntagResources", "AssociateResourceSharePermission", "ListTagResources"])(
  "names the missing action in `verify` when %s is not allowed, and no difference",
  async (operation) => {
    const found = await runAgainst(simulated(), {
      observe: (request, deliver) => (request.headers["x-acs-action"] === operation ? refusal(403, "NoPermission") : deliver()),
    });
    expect(idsOf(found, "differs")).toEqual([]);
    expect(found.results.map(({ seen }) => seen)).toContain(`needs the action resourcesharing:${operation}`);
  },
);

test.each(["S-receiver", "S-tagfilters"])("reads each list in `verify` to its last page, where it finds %s", async (id) => {
  const simulator = simulated();
  const [pages, difference] = [smallPages(), differenceFrom(id, simulator)];
  const found = await runAgainst(simulator, { observe: (request, deliver) => pages(request, () => difference(request, deliver)) });
  expect(idsOf(found, "differs")).toEqual([id]);
});

test.each([
  ["is not reached", () => Promise.reject(new Error("getaddrinfo ENOTFOUND"))],
  ["is denied", () => refusal(403, "NoPermission")],
  ["refuses the access key", () => refusal(404, "InvalidAccessKeyId.NotFound")],
  ["refuses the time", () => refusal(400, "InvalidTimeStamp.Expired")],
  ["is answered by a proxy", () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html>Log in</html>" })],
])("reports S-identity in `verify` as not tried when GetCallerIdentity %s", async (_title, answer) => {
  const found = await runAgainst(simulated(), {
    observe: (request, deliver) => (request.headers["x-acs-action"] === "GetCallerIdentity" ? answer() : deliver()),
  });
  expect(idsOf(found, "differs")).toEqual([]);
  expect(found.results.find(({ id }) => id === "S-identity")).toMatchObject({
    result: "not tried",
    seen: expect.stringMatching(/^needs an answer of GetCallerIdentity: /),
  });
});

/** A service whose lists show a difference some seconds after the write that makes it. */
const lateMs = 4000;

test.each(["S-receiver", "S-permission-stays"])("finds in `verify` that %s differs when lists show the difference late", async (id) => {
  const simulator = simulated();
  const difference = differenceFrom(id, simulator);
  let written = -Infinity;
  const found = await runAgainst(simulator, {
    observe: (request, deliver) => {
      const isList = request.headers["x-acs-action"]?.startsWith("List") === true;
      if (!isList) written = simulator.clock.now();
      return simulator.clock.now() - written < lateMs && isList ? deliver() : difference(request, deliver);
    },
  });
  expect(idsOf(found, "differs")).toEqual([id]);
});

test("finds in `verify` that a refused removal has removed the resource, when lists show the removal late", async () => {
  const simulator = simulated();
  let removed = Infinity;
  const found = await runAgainst(simulator, {
    observe: (request, deliver) => {
      const response = deliver();
      const parameters = new URL(request.url).searchParams;
      if (request.headers["x-acs-action"] === "DisassociateResourceShare" && parameters.has("Targets.1") && response.status !== 200) {
        simulator.outOfBand.disassociate(parameters.get("ResourceShareId") ?? "", "vsw-demo01");
        removed = simulator.clock.now();
      }
      const isLate = simulator.clock.now() - removed < lateMs && simulator.clock.now() >= removed;
      return isLate ? { ...response, body: response.body.replaceAll(/"Disassociat(ed|ing)"/g, '"Associated"') } : response;
    },
  });
  expect(idsOf(found, "differs")).toEqual(["S-disassociateinvalid"]);
});

test.each([
  ["confirms all assumptions when the tags of a deleted share are listed for some seconds", () => tagsOf("rs-1"), lateMs, []],
  ["finds a difference when the tags of a deleted share stay", () => tagsOf("rs-1"), Infinity, ["S-deleted"]],
  [
    "finds a difference when the tags of a deleted share are refused with another code",
    () => refusal(400, "InvalidParameter"),
    Infinity,
    ["S-deleted"],
  ],
])("`verify` %s", async (_title, answer, ms, differing) => {
  const simulator = simulated();
  let deleted = Infinity;
  const found = await runAgainst(simulator, {
    observe: (request, deliver) => {
      const operation = request.headers["x-acs-action"];
      if (operation === "DeleteResourceShare") deleted = simulator.clock.now();
      const isAfter = simulator.clock.now() >= deleted && simulator.clock.now() - deleted < ms;
      return isAfter && operation === "ListTagResources" ? answer() : deliver();
    },
  });
  expect(idsOf(found, "differs")).toEqual(differing);
});

test("measures the window of a burst in `verify` from the first call that was sent, whichever is answered first", async () => {
  const clock = new VirtualClock();
  const simulator = simulated({ clock });
  let sent = 0;
  const { results, run } = await runAgainst(simulator, {
    observe: async (request, deliver) => {
      // The second call is the first of the burst.
      if (request.headers["x-acs-action"] !== "CheckSharingWithResourceDirectoryStatus" || (sent += 1) === 1) return deliver();
      const response = deliver();
      clock.advance(20);
      if (sent === 2) await clock.sleep(900);
      return response;
    },
  });
  const burst = run.exchanges.filter(({ operation, assumption }) => operation.startsWith("Check") && assumption === "S-throttling");
  const began = Math.min(...burst.map(({ at }) => at));
  expect(burst[0]?.at).toBeGreaterThan(began);
  const refused = Math.min(...burst.filter(({ status }) => status !== 200).map(({ at }) => at));
  const again = Math.min(...burst.filter(({ status, at }) => status === 200 && at > refused).map(({ at }) => at));
  expect(results.find(({ id }) => id === "S-window")?.seen).toBe(`within 2000 ms (after ${again - began} ms)`);
});

test("reports the assumptions of `verify` on invitations as not tried when the external account is in the directory", async () => {
  const found = await runAgainst(simulated(), { permitted: { ...everything, external: demo.member, target: undefined } });
  expect(idsOf(found, "differs")).toEqual([]);
  const seen = found.results.flatMap((result) => (result.seen.startsWith("needs an account outside") ? [result.id] : []));
  expect(seen).toEqual(["S-pending", "S-invitation", "S-receiver", "S-ended-invitation", "S-leaving"]);
});

test("finds with `verify` that every assumption holds when the account adds a tag to each share", async () => {
  const simulator = simulated();
  const found = await runAgainst(simulator, {
    observe: (request, deliver) => {
      const response = deliver();
      if (request.headers["x-acs-action"] === "CreateResourceShare")
        for (const { id } of simulator.world.sharesOf(demo.owner)) simulator.outOfBand.tag(id, { createdby: "someone" });
      return response;
    },
  });
  expect(idsOf(found, "holds")).toEqual(checked);
});

test("finds no difference with `verify` in the details of a target that has failed because of a resource", async () => {
  const simulator = simulated();
  const client = createClients(configuration, { transport: simulator.transport, clock: simulator.clock }).client();
  const id = await share(client, { name: "net" });
  simulator.outOfBand.associate(id, { resources: [{ type: "VSwitch", id: "vsw-demo03" }], targets: [demo.folders.apps] });
  simulator.outOfBand.settleNow();
  simulator.outOfBand.failAssociation(id, "vsw-demo03", {});
  const { results } = await runAgainst(simulator, { permitted: readsOnly });
  expect(results.filter(({ result }) => result === "differs")).toEqual([]);
});

test("shares only what the options of `verify` name, and grants the target no resource", async () => {
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
])("leaves no share of `verify` when it is interrupted at any call, %s", { timeout: 120_000 }, async (_when, isExecuted) => {
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

test("removes what a `verify` that was killed at any call has left, and no other share", { timeout: 120_000 }, async () => {
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

function tagsOf(ResourceId: string): HttpResponse {
  const TagResource = [{ ResourceId, ResourceType: "ResourceShare", TagKey: "a", TagValue: "1" }];
  const headers = { "content-type": "application/json" };
  return { status: 200, headers, body: JSON.stringify({ RequestId: "1", TagResources: { TagResource } }) };
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
