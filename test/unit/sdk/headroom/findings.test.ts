import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { served, type Served, share } from "../../cli/fixture.ts";
import { type Place, project } from "../../cli/project.ts";
import { headroomOf } from "../../../../sdk/headroom/findings.ts";
import type { Need } from "../../../../sdk/headroom/need.ts";
import { publishedQuotas } from "../../../../provider/api/quotas.ts";

let place: Place;
let service: Served;
beforeAll(async () => {
  place = project();
  service = await served();
});
afterAll(async () => {
  place[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const examine = (words: readonly string[], of = service, env: Readonly<Record<string, string>> = {}) =>
  of.run(["doctor", ...words], { cwd: place.folder, env: { ...place.env, ...env } });

test("compares what the next update needs with the quotas, and reports a quota that would be exceeded as a problem", async () => {
  await using other = await served();
  for (const name of ["one", "two"]) await share(other.client(), { name, resources: [["VSwitch", "vsw-demo01"]] });
  const preview = join(import.meta.dirname, "../../cli/previews/first.json");
  const consumer = { consumer: { accessKeyId: "LTAI-consumer", accessKeySecret: "secret-of-consumer" } };
  const fits = await examine(["--preview", preview], other, { RESOURCESHARE_ACCOUNTS: JSON.stringify(consumer) });
  expect(fits.out).toMatch(/^ok {7}Quotas: 2 of 1,000 shares, 2 of 1,000 shared resources and 0 open invitations in cn-hangzhou$/m);
  expect(fits.out).toMatch(/^ok {7}Next update: adds 3 shares, 5 shared resources and up to 2 open invitations$/m);
  expect(fits.out).not.toContain("Quotas of consumer");
  const exceeded = await examine(["--preview", preview, "--quota", "shares=4"], other);
  expect(exceeded.out).toMatch(
    /^problem {2}Next update: needs 5 shares, and the quota is 4 \(2 used, 3 added\): the service will refuse it\n.*→ ask the service for a higher quota; when the account has a higher one, give it with --quota shares=NUMBER$/m,
  );
  expect(exceeded.code).toBe(1);
});

test.each([
  ["of unchanged resources as one that changes nothing", "same", "Next update: changes nothing at the service"],
  ["without additions as one that no quota counts", "update", "Next update: changes nothing that a quota counts"],
])("makes `doctor --preview` report an update %s", async (_case, op, expected) => {
  const type = "resourceshare:index:ResourceShare";
  const [urn, file] = [`urn:pulumi:dev::shop::${type}::net`, join(place.folder, "preview.json")];
  const state = { type, urn, id: "rs-1", inputs: { name: "net" }, outputs: {} };
  writeFileSync(file, JSON.stringify({ steps: [{ op, urn, oldState: state, newState: state }], changeSummary: { [op]: 1 } }));
  const { out } = await examine(["--preview", file]);
  expect(out).toContain(expected);
});

test("writes a need of one share in the singular, and reports a given quota that is exceeded already as a problem", async () => {
  const type = "resourceshare:index:ResourceShare";
  const urn = `urn:pulumi:dev::shop::${type}::net`;
  const inputs = { name: "net", resources: [{ type: "VSwitch", id: "vsw-demo02" }] };
  const file = join(place.folder, "one.json");
  writeFileSync(file, JSON.stringify({ steps: [{ op: "create", urn, newState: { type, urn, inputs } }], changeSummary: {} }));
  await using other = await served();
  await share(other.client(), { name: "one", resources: [["VSwitch", "vsw-demo01"]] });
  const { code, out } = await examine(["--preview", file, "--quota", "shares=0"], other);
  expect(out).toContain("adds 1 share and 1 shared resource\n");
  expect(out).toMatch(/^warning {2}Quotas: 1 of 0 shares.*: the account uses more than the quota of shares$/m);
  expect(out).toMatch(/^problem {2}Next update: needs 2 shares, and the quota is 0 \(1 used, 1 added\)/m);
  expect(code).toBe(1);
});

test("counts the usage of quotas in every region of the preview, also where nothing changes", async () => {
  await using other = await served();
  await share(other.client(undefined, "cn-shanghai"), { name: "there" });
  const type = "resourceshare:index:ResourceShare";
  const stepOf = (op: string, name: string, region?: string) => {
    const state = { type, urn: `urn:pulumi:dev::shop::${type}::${name}`, id: `rs-${name}`, inputs: { name, region }, outputs: { name } };
    return { op, urn: state.urn, ...(op === "same" ? { oldState: state } : {}), newState: state };
  };
  const file = join(place.folder, "regions.json");
  writeFileSync(file, JSON.stringify({ steps: [stepOf("create", "here"), stepOf("same", "there", "cn-shanghai")], changeSummary: {} }));
  const { code, out } = await examine(["--preview", file, "--quota", "shares=1"], other);
  expect(out).toContain("needs 2 shares, and the quota is 1 (1 used, 1 added)");
  expect(code).toBe(1);
});

test("reports a quota that is nearly used up as a warning", async () => {
  await using other = await served();
  await share(other.client(), { name: "one" });
  const { code, out } = await examine(["--quota", "shares=1"], other);
  expect(out).toMatch(/^warning {2}Quotas: 1 of 1 shares.*: the quota of shares is nearly used up$/m);
  expect(code).toBe(0);
});

test.each([["shares"], ["share=4"], ["shares=many"]])("rejects --quota %s as wrong usage", async (quota) => {
  const { code, err } = await examine(["--quota", quota]);
  expect(code).toBe(2);
  expect(err).toContain(`--quota: ${quota} must be`);
});

test("rejects a quota that `--quota` names twice", async () => {
  const { code, err } = await examine(["--quota", "shares=1", "--quota", "shares=2"]);
  expect([code, err]).toEqual([2, "resourceshare: --quota: shares is given twice\n"]);
});

const need = ([added, removed]: readonly [added: number, removed: number]): Need => ({
  account: undefined,
  region: undefined,
  explicitProvider: undefined,
  changes: {
    shares: { added, removed },
    sharedResources: { added: 0, removed: 0 },
    pendingInvitations: { added: 0, removed: 0 },
  },
  isChanged: true,
  isOfReceiver: false,
  hasUnknown: false,
});
const usage = (shares: number) => ({ shares, sharedResources: 0, pendingInvitations: 0 });

test.each([
  [undefined, 990, 1000, [[10, 0]]],
  [
    "always",
    990,
    1000,
    [
      [6, 0],
      [5, 0],
    ],
  ],
  ["meanwhile", 990, 1000, [[11, 1]]],
  [undefined, 1000, 1000, [[0, 1]]],
  [undefined, 1001, 1000, [[1, 0]]],
  ["always", 2, 0, [[1, 0]]],
  ["meanwhile", 2, 0, [[1, 3]]],
  [undefined, 2, 0, [[0, 0]]],
] as const)(
  "reports a quota as exceeded %j where %i of %i shares are used, and %j are added and removed",
  (exceeded, used, limit, changes) => {
    const needs = changes.map(need);
    const [shares] = headroomOf([usage(used)], needs, { ...publishedQuotas, shares: limit });
    expect([shares?.quota, shares?.exceeded]).toEqual(["shares", exceeded]);
  },
);
