import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { served, share } from "./fixture.ts";
import { project } from "./project.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("prints the program to standard output with `adopt`, and only reads", async () => {
  await using service = await served();
  await share(service.client(), {
    name: "network",
    resources: [["VSwitch", "vsw-demo01"]],
    targets: [demo.folders.apps],
    tags: { team: "a" },
  });
  service.simulator.outOfBand.settleNow();
  service.simulator.forgetCalls();
  const { code, out, err } = await service.run(["adopt"]);
  expect({ code, err }).toEqual({ code: 0, err: "1 share of the account in cn-hangzhou.\n" });
  expect(out).toBe(`import * as rs from "pulumi-resourceshare";

const network = new rs.ResourceShare("network", {
  name: "network",
  adopt: "rs-000001",
  resourceGroupId: "rg-default",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["fd-apps01"],
  tags: { team: "a" },
});
`);
  expect(service.simulator.calls.filter(({ operation }) => !operation.startsWith("List"))).toEqual([]);
});

test("fails `adopt` and writes nothing when the account has no share", async () => {
  await using service = await served();
  const folder = temporaryFolder(onTestFinished);
  const { code, out, err } = await service.run(["adopt", "--out", join(folder, "new")]);
  expect({ code, out, written: readdirSync(folder) }).toEqual({ code: 1, out: "", written: [] });
  expect(err).toContain(
    `account ${demo.owner} in region cn-hangzhou (the default) has no share to adopt, and nothing is written: check the account and the region`,
  );
});

test("reads the region of --region in `adopt`, and writes it into the program", async () => {
  await using service = await served();
  await share(service.client(), {
    name: "network",
    resources: [["VSwitch", "vsw-demo01"]],
    permissions: ["AliyunRSPermissionVSwitchReadOnly"],
  });
  const elsewhere = await service.run(["adopt", "--region", "cn-shanghai"]);
  expect({ code: elsewhere.code, out: elsewhere.out }).toEqual({ code: 1, out: "" });
  expect(elsewhere.err).toContain("in region cn-shanghai (from --region) has no share to adopt");
  const here = await service.run(["adopt", "--region", "cn-hangzhou"], { env: { ALIBABA_CLOUD_REGION_ID: "cn-shanghai" } });
  expect(here.out).toContain('region: "cn-hangzhou",');
  expect(here.out).toContain(`new rs.SharePermission("network-AliyunRSPermissionVSwitchReadOnly", {
  shareId: network.id,
  permissionName: "AliyunRSPermissionVSwitchReadOnly",
  adopt: "rs-000001/AliyunRSPermissionVSwitchReadOnly",
  region: "cn-hangzhou",
});
`);
});

test("names the project of `adopt` after its folder, its stack after account and region, and the package by a relative path", async () => {
  await using service = await served();
  await share(service.client(), { name: "network" });
  const folder = temporaryFolder(onTestFinished);
  const out = join(folder, "new/my adopted");
  const { code, err } = await service.run(["adopt", "--out", out]);
  expect([code, err]).toEqual([0, expect.stringContaining(`pulumi stack init ${demo.owner}-cn-hangzhou && pulumi preview && pulumi up`)]);
  expect(readFileSync(join(out, "Pulumi.yaml"), "utf8")).toContain('name: "my-adopted"');
  const written = readdirSync(out).map((name) => readFileSync(join(out, name), "utf8"));
  const [, source = ""] = /"pulumi-resourceshare": "file:([^"/][^"]*)"/.exec(written.join("\n")) ?? [];
  expect(realpathSync(join(out, source))).toBe(realpathSync(process.cwd()));
});

test.each([
  ["--out", "project", "project has index.ts already, and nothing was written: choose another place, or overwrite with --force"],
  ["--out", "project/index.ts", "project/index.ts is no folder, and nothing was written"],
  ["--import", "project/index.ts", "project has index.ts already, and nothing was written"],
])("makes no call in `adopt` when %s names %s, which exists", async (option, place, message) => {
  await using service = await served();
  const folder = temporaryFolder(onTestFinished);
  mkdirSync(join(folder, "project"));
  writeFileSync(join(folder, "project/index.ts"), "mine");
  const { code, err } = await service.run(["adopt", option, place], { cwd: folder });
  expect([code, err, service.simulator.calls]).toEqual([1, expect.stringContaining(message), []]);
});

test("omits what a program cannot express from the program of `adopt`, and reports it", async () => {
  await using service = await served();
  const { outOfBand } = service.simulator;
  const closed = await share(service.client(), {
    name: "closed",
    external: true,
    resources: [["IpamPool", "ipam-pool-demo01"]],
    targets: [demo.service],
  });
  const invited = await share(service.client(), {
    name: "invited",
    external: true,
    resources: [["VSwitch", "vsw-demo01"]],
    targets: [demo.consumer],
    tags: { kept: "1" },
  });
  await share(service.client(), { name: "young", tags: { "resourceshare:creating": "0123456789abcdef" } });
  outOfBand.settleNow();
  outOfBand.allowExternalTargets(closed, false);
  outOfBand.tag(invited, { "acs:rm:rgId": "rg-1", toString: "1" });
  const [invitation] = [...service.simulator.world.invitations.values()];
  outOfBand.answerInvitation(invitation?.id ?? "", "reject");
  outOfBand.settleNow();
  const { code, out, err } = await service.run(["adopt"]);
  expect(code).toBe(0);
  expect(err).toContain(`note: service ${demo.service} of ${closed} is left out`);
  expect(err).toContain(`note: Account ${demo.consumer} of ${invited} is left out: its association has failed`);
  expect(err).toContain(`note: tag acs:rm:rgId of ${invited} is left out`);
  expect(err).toContain(`note: tag toString of ${invited} is left out, and stays as it is: Pulumi's SDK cannot read a program with it`);
  expect(err).toContain("note: share rs-000003 is left out: a `pulumi up` is creating it");
  expect(out).not.toMatch(/ipam\.aliyuncs|acs:rm|young|creating|2000000000000001/);
  expect(out).toContain('tags: { kept: "1" }');
});

test("makes `adopt` omit a share that a stack of the project manages, and adopt one that a program only reads", async () => {
  await using service = await served();
  const place = project();
  onTestFinished(() => place[Symbol.dispose]());
  for (const name of ["managed", "elsewhere", "read"]) await share(service.client(), { name });
  service.simulator.outOfBand.settleNow();
  const stateOf = (stack: string, external: boolean, ...ids: readonly string[]) => {
    const type = "resourceshare:index:ResourceShare";
    const resources = ids.map((id) => ({ urn: `urn:pulumi:${stack}::shop::${type}::${id}`, type, id, external, inputs: {}, outputs: {} }));
    return { version: 3, deployment: { resources } };
  };
  place.printStacks({ dev: stateOf("dev", true, "rs-000003"), prod: stateOf("prod", false, "rs-000001") });
  const all = await service.run(["adopt", "--config", place.folder], { env: place.env });
  expect(all).toMatchObject({
    code: 0,
    err: expect.stringContaining("note: share rs-000001 is left out: the stack prod manages it already\n"),
  });
  expect(all.out.match(/adopt: "rs-\d+"/g)).toEqual(['adopt: "rs-000002"', 'adopt: "rs-000003"']);
  const one = await service.run(["adopt", "--config", place.folder, "--share", "rs-000001"], { env: place.env });
  expect(one).toMatchObject({ code: 1, out: "", err: expect.stringMatching(/rs-000001 is left out[^]*nothing is left to adopt/) });
  place.print("stack export --stack prod", stateOf("prod", false, "rs-000001", "rs-000002", "rs-000003"));
  const none = await service.run(["adopt", "--config", place.folder], { env: place.env });
  expect(none).toMatchObject({ code: 0, out: "", err: expect.stringMatching(/: all its shares are left out, and nothing is written\n$/) });
});

test("writes the same program with `adopt` for the same shares, whatever their order", async () => {
  await using service = await served();
  const client = service.client();
  for (const name of ["b", "a", "a"]) {
    await share(client, {
      name,
      resources: [
        ["VSwitch", `vsw-${name}2`],
        ["VSwitch", `vsw-${name}1`],
      ],
      targets: [demo.member, demo.folders.apps],
    });
  }
  service.simulator.outOfBand.settleNow();
  const first = await service.run(["adopt"]);
  service.simulator.world.settings = { ...service.simulator.world.settings, listOrder: "newest", emptyFirstPage: true };
  expect((await service.run(["adopt"])).out).toBe(first.out);
});

test("fails `adopt` for a share that does not exist, and names the share", async () => {
  await using service = await served();
  const { code, out, err } = await service.run(["adopt", "--share", "rs-999999"]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(
    "--share rs-999999 is not among the shares of this account in cn-hangzhou; without --share, adopt prints all; --account and --region select others",
  );
});

test.each([
  [["--force"], "--force goes with --out or --import"],
  [
    ["--import"],
    "adopt: the option --import needs a value, as --import <file>: a file to write in place of the program, or - for standard output",
  ],
  [["--provider", "urn"], "--provider goes with --import: --import - --provider URN"],
  [["--import", "-", "--out", "x"], "--import and --out exclude each other"],
  [["--import", "-", "--protect"], "--protect goes with a program"],
  [["--import", "-", "--account", "network"], "--import of a named account needs --provider"],
  [
    ["--import", "-", "--provider", "foo"],
    "--provider foo is no URN of a provider resourceshare: write the one that `pulumi stack --show-urns` shows",
  ],
  [
    ["--import", "-", "--provider", "urn:pulumi:dev::shop::resourceshare:index:ResourceShare::network"],
    "--provider urn:pulumi:dev::shop::resourceshare:index:ResourceShare::network is no URN of a provider",
  ],
  [
    ["--import", "-", "--provider", "urn:pulumi:dev::shop::pulumi:providers:aws::a"],
    "--provider urn:pulumi:dev::shop::pulumi:providers:aws::a is no URN of a provider resourceshare: write",
  ],
  [["--import", "."], "--import . cannot be written: it is a folder"],
  [["--share", "shared-network"], "--share shared-network is no id of a share: an id begins with rs-"],
  [["--import", "no/import.json"], "--import no/import.json cannot be written: there is no such folder"],
])("rejects the options %j of `adopt` as wrong usage", async (words, message) => {
  await using service = await served();
  expect(await service.run(["adopt", ...words])).toMatchObject({ code: 2, err: expect.stringContaining(`resourceshare: ${message}`) });
});
