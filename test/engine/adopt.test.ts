import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "../../provider/client/client.ts";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { demo } from "../../simulator/index.ts";
import type { Access } from "../../access/access.ts";
import { served, share } from "../unit/cli/fixture.ts";
import { Project, repository } from "./pulumi.ts";
import { isReadOperation } from "../support/is-read-operation.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const kms = `acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`;
const portfolio = `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/port-demo01`;
const hours = { timeRange: { timeRangeType: "timeRange", beginAtTime: "08:00", endAtTime: "18:00", timezone: "UTC+8" } };

/** Twenty shares with everything that a share can have. */
async function makeShares(client: Client): Promise<void> {
  await share(client, {
    name: "team-network",
    external: true,
    group: demo.groups.network,
    resources: [
      ["VSwitch", "vsw-demo01"],
      ["PrefixList", "pl-demo01"],
    ],
    targets: [demo.folders.apps, demo.consumer],
    permissions: ["AliyunRSPermissionVSwitchReadOnly"],
    tags: { team: "network", "cost center": '42 "x" \\ `${y}`', __proto__x: "1" },
  });
  await share(client, {
    name: "team.network",
    arns: [kms],
    targets: [demo.directory],
    permissions: ["AliyunRSPermissionKMSInstanceReadWrite"],
  });
  await share(client, {
    name: "共享_网络",
    arns: [portfolio],
    targets: [demo.member],
    resourceProperty: [portfolio, { sharePrincipals: true, shareTagOptions: false }],
  });
  await share(client, {
    name: "default",
    external: true,
    resources: [["IpamPool", "ipam-pool-demo01"]],
    targets: [demo.service],
    targetProperty: [demo.service, hours],
  });
  await share(client, { name: "empty" });
  for (let number = 1; number <= 15; number += 1) {
    const name = number < 3 ? "twice" : `zone-${number}`;
    await share(client, {
      name,
      resources: [["VSwitch", `vsw-zone${number}`]],
      targets: [demo.folders.core, demo.member],
      tags: { zone: `${number}` },
    });
  }
}

test("adopts all shares of an account with the program of `adopt` without a write, and previews no change afterwards", async () => {
  await using service = await served();
  await makeShares(service.client());
  service.simulator.outOfBand.settleNow();
  const out = join(temporaryFolder(onTestFinished), "program");

  expect(await service.run(["adopt", "--out", out])).toMatchObject({ code: 0, out: "" });
  const files = Object.fromEntries(
    readdirSync(out).map((name) => [name, readFileSync(join(out, name), "utf8").replace('name: "program"', "name: engine")]),
  );
  await using project = await Project.open({ env: service.environment(), files });
  const compiled = spawnSync(join(repository, "node_modules/.bin/tsc"), ["-p", "."], { cwd: project.folder, encoding: "utf8" });
  expect(compiled.stdout).toBe("");

  const before = service.simulator.grants();
  service.simulator.forgetCalls();
  await project.up();
  const writes = service.simulator.calls.filter(({ operation }) => !isReadOperation(operation));
  expect(writes.map(({ operation }) => operation)).toEqual([]);
  expect(service.simulator.grants()).toEqual(before);

  const shares = project.resources().filter(({ type }) => type.endsWith(":ResourceShare"));
  expect(shares).toHaveLength(20);
  expect(await changes(project)).toEqual([]);
  const env = pulumiEnvironment({ home: project.home });
  const ofState = await service.run(["access", "--stack", project.folder, "--format", "json"], { env });
  expect(keysOf(ofState.out)).toEqual(
    [
      ...new Set(before.map((grant) => JSON.stringify([grant.target.id, grant.resource.type, grant.resource.id, grant.pending]))),
    ].toSorted(),
  );
  const examined = await service.run(["doctor", "--stack", project.folder], { env });
  expect(examined.out).toMatch(/^ok {7}In order: .*, Lost shares, Missing shares, Rate limits\n$/);
  expect(examined).toMatchObject({ code: 0 });
  await project.succeed(["refresh", "--yes", "--expect-no-changes"]);
  await project.up(["--expect-no-changes"]);
  expect(service.simulator.calls.filter(({ operation }) => operation === "CreateResourceShare")).toEqual([]);

  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
  // What the shares had goes with them, so that nothing widens on the way.
  const permissions = service.simulator.calls.filter(({ operation }) => operation.endsWith("Permission") && !isReadOperation(operation));
  expect(permissions).toEqual([]);
});

test("adopts one share of a named account with the program of `adopt`, and protects it", async () => {
  await using service = await served();
  const owner = service.client(demo.network);
  await share(owner, { name: "other" });
  const id = await share(owner, { name: "chosen", external: true, resources: [["Image", "m-net01"]], targets: [demo.consumer] });
  service.simulator.outOfBand.settleNow();
  const key = service.simulator.keys.find(({ accountId }) => accountId === demo.network);
  const env = {
    RESOURCESHARE_ACCOUNTS: JSON.stringify({ network: { accessKeyId: key?.accessKeyId, accessKeySecret: key?.accessKeySecret } }),
  };
  const { out } = await service.run(["adopt", "--share", id, "--account", "network", "--protect"], { env });
  await using project = await Project.open({
    env: { ...service.environment(), ...env },
    files: { "index.ts": out, "package.json": '{"name":"engine","main":"index.ts"}' },
  });

  service.simulator.forgetCalls();
  await project.up();
  expect(service.simulator.calls.map(({ operation }) => operation)).not.toContain("CreateResourceShare");
  expect(await changes(project)).toEqual([]);
  const refused = await project.run(["destroy", "--yes", "--skip-preview"]);
  expect(refused.stdout + refused.stderr).toContain("protect");
  expect(service.simulator.world.shares.get(id)?.status).toBe("Pending");
});

/** What every state knows of an access: it does not know what defaults are called. */
function keysOf(json: string): string[] {
  const { access } = JSON.parse(json) as { access: Access[] };
  return access.map(({ target, resource, pending }) => JSON.stringify([target.id, resource.type, resource.id, pending])).toSorted();
}

async function changes(project: Project): Promise<string[]> {
  return (await project.preview()).filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn}`);
}
