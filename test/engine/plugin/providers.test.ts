import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../../provider/simulator/index.ts";
import { startService } from "../service.ts";
import { buildPlugin, openPluginProject, programOf } from "./project.ts";

let plugin: string;
beforeAll(async () => {
  plugin = await buildPlugin();
});
afterAll(() => rmSync(plugin, { recursive: true, force: true }));

test("serves two explicit providers, encrypts secrets and what repeats them, and resumes what a failure has left", async () => {
  await using service = await startService();
  const keyOf = (account: string) => {
    const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === account) ?? {};
    return `accessKeyId: "${accessKeyId}", accessKeySecret: "${accessKeySecret}"`;
  };
  const program = `
    const owner = new Provider("owner", { ${keyOf(demo.owner)} });
    const consumer = new Provider("consumer", { ${keyOf(demo.consumer)}, accountId: "${demo.consumer}" });
    const share = new Resource("ResourceShare", "net", {
      name: "network",
      allowExternalTargets: true,
      resources: pulumi.secret([{ type: "VSwitch", id: "vsw-canary01" }]),
      targets: ["${demo.consumer}"],
      tags: { team: pulumi.secret("canary-team") },
    }, { provider: owner });
    const accepted = new Resource("InvitationAcceptor", "accepted", { shareId: share.id }, {
      provider: consumer,
      additionalSecretOutputs: ["sharedResources"],
    });
    exports.shareId = share.id;
    exports.status = accepted.status;
  `;
  await using project = await openPluginProject(plugin, program, service.address);
  service.simulator.faults.add({
    operation: "ListResourceShareAssociations",
    times: 9999,
    fault: { kind: "error", status: 503, code: "ServiceUnavailable" },
  });
  const failed = await project.run(["up", "--yes", "--skip-preview"], { env: { RESOURCESHARE_TIMEOUT_SECONDS: "2" } });
  expect(failed.code).not.toBe(0);
  service.simulator.faults.clear();
  expect(project.resource("net")).toMatchObject({ id: service.shareId("network"), initErrors: [expect.any(String)] });

  await project.up();
  expect(project.outputs()).toMatchObject({ shareId: service.shareId("network"), status: "Accepted" });
  expect(project.resource("net").initErrors ?? []).toEqual([]);
  for (const hidden of ["canary-team", "vsw-canary01", keyOf(demo.consumer).split('"')[3] ?? ""]) {
    expect(project.stateText()).not.toContain(hidden);
  }
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});

test("continues a stack of dynamic resources by aliases, without a replacement and without a write", async () => {
  await using service = await startService();
  const share = `{ name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] }`;
  const association = `{ shareId: share.id, targets: ["1000000000000003"] }`;
  const dynamic = `const { ResourceShare, ShareAssociation } = require("pulumi-resourceshare");
    const share = new ResourceShare("net", ${share});
    new ShareAssociation("more", ${association});`;
  await using project = await openPluginProject(plugin, dynamic, service.env);
  await project.up();
  const id = service.shareId("network");
  service.operations();
  project.write({
    "index.js": programOf(`const share = new Resource("ResourceShare", "net", ${share});
    new Resource("ShareAssociation", "more", ${association});`),
  });
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.up();
  expect(service.operations().filter((name) => !/^(List|Get|Check)/.test(name))).toEqual([]);
  expect(project.resource("net")).toMatchObject({ id, type: "resourceshare:index:ResourceShare" });
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});
