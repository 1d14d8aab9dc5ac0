import { afterAll, beforeAll, expect, test } from "vitest";
import type { Access } from "../../../access/access.ts";
import { accessKey } from "../../../access/access-key.ts";
import { demo } from "../../../simulator/index.ts";
import { filesIn, served, type Served, share } from "./fixture.ts";
import { previewPath } from "./previews.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let service: Served;

beforeAll(async () => {
  service = await served();
  const client = service.client();
  await share(client, {
    name: "network",
    external: true,
    resources: [
      ["VSwitch", "vsw-demo01"],
      ["VSwitch", "vsw-demo02"],
    ],
    targets: [demo.folders.apps, demo.consumer],
    permissions: ["AliyunRSPermissionVSwitchReadOnly"],
  });
  await share(client, { name: "again", resources: [["VSwitch", "vsw-demo01"]], targets: [demo.folders.apps] });
  await share(client, {
    name: "keys",
    arns: [`acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`],
    targets: [demo.directory, demo.member],
  });
  await share(client, { name: "without-targets", resources: [["Image", "m-demo01"]] });
  const removed = await share(client, { name: "removed", resources: [["Image", "m-demo01"]], targets: [demo.member] });
  service.simulator.outOfBand.settleNow();
  service.simulator.outOfBand.disassociate(removed, demo.member);
  service.simulator.outOfBand.settleNow();
});

afterAll(() => service[Symbol.asyncDispose]());

/** The first line of what is printed beside the data. */
const view = `View of account ${demo.owner} in region cn-hangzhou (the default):\n`;

const fileOf = filesIn(temporaryFolder(afterAll));

const keysOf = (out: string) =>
  (JSON.parse(out) as { access: Access[] }).access.map((access) => `${accessKey(access)}${access.pending ? " pending" : ""}`).toSorted();
const grantedKeys = () =>
  [...new Set(service.simulator.grants().map((grant) => `${accessKey(grant)}${grant.pending ? " pending" : ""}`))].toSorted();

test("prints the access of an account with `access` as the service itself reports it", async () => {
  const { code, out } = await service.run(["access", "--side", "given", "--format", "json"]);
  expect(code).toBe(0);
  expect(keysOf(out)).toEqual(grantedKeys());
  expect(grantedKeys()).toHaveLength(7);
});

test("fails `access` in a region that does not exist", async () => {
  const { code, out, err } = await service.run(["access"], { env: { ALIBABA_CLOUD_REGION_ID: "cn-shangai" } });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("cn-shangai does not exist; it is from ALIBABA_CLOUD_REGION_ID; did you mean cn-shanghai?");
});

test("names the account and the region in `access` when no target has access, and rejects --region beside --stack", async () => {
  const { code, out, err } = await service.run(["access", "--region", "cn-shanghai"]);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toBe(`View of account ${demo.owner} in region cn-shanghai (from --region):\nNo target has access through shares.\n`);
  expect((await service.run(["access", "--region", "cn-shanghai", "--stack", "."])).err).toContain(
    "--region and --stack exclude each other",
  );
});

test.each([[["--target", "fd-nothere"]], [["--external"]]])(
  "reports in `access` that no target has access, also with the filter %s",
  async (filter) => {
    const { code, out, err } = await service.run(["access", "--region", "cn-shanghai", ...filter]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("No target has access through shares.");
  },
);

test("prints the accesses of one group as one line in `access`, without colours outside a terminal", async () => {
  const { out, err } = await service.run(["access"]);
  expect(out).not.toContain("\u001B");
  expect(out.trimEnd().split("\n")).toHaveLength(6);
  expect(out).toMatch(
    /^2000000000000001 \(external account\) {2}VSwitch vsw-demo01, vsw-demo02 +ReadOnly +pending +network \(rs-000001\)$/m,
  );
  expect(err).toBe(
    `${view}4 targets can use 3 resources through 3 shares; 1 target outside the resource directory; 1 whole directory; 2 of 7 still pending.\n`,
  );
});

test("prints what the filters select in `access`", async () => {
  const { out, err } = await service.run(["access", "--external", "--type", "vswitch", "--resource", "*02", "--format", "csv"]);
  expect(out.trimEnd().split("\n").slice(1)).toEqual([expect.stringMatching(/^,2000000000000001,Account,true,VSwitch,vsw-demo02,/)]);
  expect(err).toContain("1 target can use 1 resource through 1 share");
});

test.each([
  [["--share", "absent"], ""],
  [["--resource", "demo"], '; for names that contain it, write --resource "*demo*"'],
  [["--type", "vswitch", "--target", "fd-aps01"], "; did you mean --target fd-apps01?"],
  [
    ["--type", "VSwich", "--target", "fd-aps01", "--resource", "vsw-dem01"],
    "; did you mean --target fd-apps01?; did you mean --resource vsw-demo01?; did you mean --type VSwitch?",
  ],
])("reports in `access` that the filters %j select nothing", async (filters, advice) => {
  const { code, out, err } = await service.run(["access", ...filters]);
  expect({ code, out }).toEqual({ code: 0, out: "" });
  expect(err).toBe(`${view}note: no access matches the filters; without them there are 7${advice}\n`);
});

test("lists the members of folders, and beside directories, in `access` with --expand members", async () => {
  const accounts = [{ id: demo.owner }, { id: demo.member, folder: demo.folders.apps }];
  const file = fileOf(JSON.stringify({ accounts, folders: [{ id: demo.folders.apps }] }));
  const { out } = await service.run(["access", "--expand", "members", "--directory", file, "--format", "json"]);
  const { access } = JSON.parse(out) as { access: Access[] };
  expect([...new Set(access.map(({ target }) => target.id))]).toEqual([demo.consumer, demo.directory, demo.member]);
});

test("prints what has changed since an earlier list with `access --since`", async () => {
  const { out } = await service.run(["access", "--format", "json"]);
  const earlier = JSON.parse(out) as { access: Access[] };
  const file = fileOf(JSON.stringify({ ...earlier, access: earlier.access.filter(({ target }) => target.id !== demo.directory) }));
  const since = await service.run(["access", "--since", file]);
  expect(since.out).toMatch(/^\+ gained +rd-demo01 \(directory\) +KMSInstance kst-demo01 /m);
  expect(since.out.trimEnd().split("\n")).toHaveLength(2);
  expect(since.err).toContain("1 gained, 0 lost, 6 kept");
  const nothing = await service.run(["access", "--since", fileOf(out)]);
  expect(nothing).toMatchObject({ out: "", err: `${view}No access changes; 7 kept.\n` });
  const unmatched = await service.run(["access", "--since", fileOf(out), "--share", "absent"]);
  expect(unmatched).toMatchObject({ out: "", err: `${view}note: no access matches the filters; without them there are 7\n` });
});

test("counts no allowed target as a risk in `access`", async () => {
  const { err } = await service.run(["access", "--allow-external", demo.consumer]);
  expect(err).toBe(`${view}4 targets can use 3 resources through 3 shares; 1 whole directory; 2 of 7 still pending.\n`);
  const { out } = await service.run(["access", "--allow-external", demo.consumer, "--format", "json"]);
  expect(JSON.parse(out)).toMatchObject({ summary: { externalTargets: 0, directories: [demo.directory] } });
});

test("counts no allowed target as a risk in `access --since`", async () => {
  const { out } = await service.run(["access", "--format", "json"]);
  const earlier = JSON.parse(out) as { access: Access[] };
  const file = fileOf(JSON.stringify({ ...earlier, access: earlier.access.filter(({ target }) => target.id !== demo.consumer) }));
  const since = await service.run(["access", "--since", file]);
  expect(since.err).toContain("1 target outside the resource directory");
  const allowed = await service.run(["access", "--since", file, "--allow-external", demo.consumer]);
  expect(allowed.err).toBe(`${view}2 gained, 0 lost, 5 kept; 2 pending.\n`);
});

test("reads a state from standard input in `access` without any call", async () => {
  const associations = [
    { kind: "Resource", entityType: "VSwitch", entityId: "vsw-1", status: "Associated" },
    { kind: "Target", entityType: "Folder", entityId: "fd-1", status: "Associated" },
  ];
  const resource = {
    urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::net",
    type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare",
    id: "rs-1",
    outputs: { name: "network", associations, owner: "1", regionId: "cn-hangzhou" },
  };
  const input = JSON.stringify({ version: 3, deployment: { resources: [resource] } });
  service.simulator.forgetCalls();
  const { code, out, err } = await service.run(["access", "--stack", "-"], { input });
  expect(code).toBe(0);
  expect(err).toMatch(/^View of account 1 in region cn-hangzhou:\n/);
  expect(out).toContain("fd-1 (folder)  VSwitch vsw-1  default     in force  network (rs-1)");
  expect(service.simulator.calls).toEqual([]);
});

test.each([
  [
    ["--format"],
    "access: the option --format needs a value, as --format <name>: table, json, csv, sarif (what to check), mermaid, svg or dot (table) (see resourceshare access --help)",
  ],
  [["--since", "."], "--since . cannot be read: it is a folder"],
  [["--format", "jsn"], "--format jsn is not known: table, json, csv, sarif, mermaid, svg, dot; did you mean json?"],
  [["--side", "both"], "--side both is not known: given or received; without it, both"],
  [
    ["--account"],
    "needs a value, as --account <name>: an account that RESOURCESHARE_ACCOUNTS or, with --config, resourceshare:accounts names",
  ],
  [["--account", "consumr"], '--account: "consumr" is not the name of an account'],
  [["--stack", "-", "--account", "x"], "exclude each other"],
  [["--stack", "nowhere.json"], "--stack nowhere.json cannot be read: there is no such file; `pulumi stack export` writes one"],
  [["--expand", "all"], "--expand all is not known: members or groups"],
  [["--expand", "members"], "name a file that lists them, with --directory"],
  [["--since", "nowhere.json"], "there is no such file; `resourceshare access --format json` writes one"],
  [["--since", fileOf("[]")], "this is not what `resourceshare access --format json` prints"],
  [["--since", fileOf('{"version":1,"access":[')], "this is no complete JSON: is it cut off?"],
  [["--directory", fileOf('["1000000000000011",')], "this is no complete JSON: is it cut off?"],
  [["--directory", fileOf("1000000000000011")], "this is no list of members: it must be"],
  [["--directory", fileOf("members: none")], " is not JSON from line 1, column 1 on: correct the file there"],
  [["--stack", "-"], "no exported state"],
  [["--stack", fileOf('{"version":3')], "this is no complete JSON: is it cut off?"],
  [["--stack", previewPath("edit.json")], "this is a preview, not an exported state"],
  [["--stack", previewPath("edit.jsonl")], "this is a preview, not an exported state"],
  [["--stack", "/"], "--stack /: there is no Pulumi.yaml in /"],
  [["rs-1"], 'access takes no "rs-1"'],
  [["--nonsense"], "nonsense"],
])("exits `access` with 2 and the reason for wrong usage %j", async (words, reason) => {
  const { code, out, err } = await service.run(["access", ...words]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(reason);
});
