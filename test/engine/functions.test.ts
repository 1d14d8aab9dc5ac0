import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { AssociateResourceShare } from "../../provider/api/associations.ts";
import { CreateResourceShare } from "../../provider/api/shares.ts";
import { OAuth2TokenEndpoint } from "../../provider/api/device/tokens.ts";
import { createClients } from "../../provider/client/client-registry.ts";
import { readConfiguration } from "../../provider/client/config/configuration.ts";
import { deviceFunctions } from "../../provider/functions/device.ts";
import { functions } from "../../provider/functions/index.ts";
import { demo, deviceDemo } from "../../simulator/index.ts";
import { openStackOfFile, programOf } from "./fixture.ts";
import { repository } from "./pulumi.ts";

// The tests of this file are steps of one lifecycle, in order: of all examples of functions in one program, as the pages show them.
const folder = join(repository, "examples/functions");
const names = readdirSync(folder).flatMap((file) => (file.endsWith(".ts") ? [file.slice(0, -".ts".length)] : []));
const fileName = (name: string) => name.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
const all = [...functions, ...deviceFunctions];
const secrets = [deviceDemo.accessToken, deviceDemo.refreshToken, deviceDemo.code, "13800000000"];
const actions = all.filter(({ effect }) => effect === "action").map(({ operation }) => operation);
const invitationStatuses = () => [...service.simulator.world.invitations.values()].map(({ status }) => status);

const { service, project } = await openStackOfFile({
  env: ({ env, simulator }) => {
    const accounts = simulator.keys.map(({ name, accessKeyId, accessKeySecret }) => [name, { accessKeyId, accessKeySecret }]);
    return { ...env, RESOURCESHARE_ACCOUNTS: JSON.stringify(Object.fromEntries(accounts)) };
  },
  files: programOf(Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)]))),
});
beforeAll(async () => {
  const { ResourceShare: share } = await service.client.call(CreateResourceShare, {
    ResourceShareName: "network",
    AllowExternalTargets: true,
    Resources: [{ ResourceId: "vsw-demo01", ResourceType: "VSwitch" }],
    Tag: [{ Key: "team", Value: "network" }],
  });
  await service.client.call(AssociateResourceShare, {
    ResourceShareId: share.ResourceShareId,
    Targets: [demo.member, demo.consumer, demo.partner],
  });
  const grant = { GrantType: "refresh_token" as const, RefreshToken: deviceDemo.refreshToken };
  const old = await createClients(readConfiguration({}, service.env)).device().call(OAuth2TokenEndpoint, grant);
  await project.succeed(["config", "set", "--secret", "code", deviceDemo.code]);
  await project.succeed(["config", "set", "--secret", "oldToken", old.AccessToken]);
});

test("has an example in `examples` of every function", () => {
  expect(names.toSorted()).toEqual(all.map(({ name }) => fileName(name)).toSorted());
});

test("calls functions that read in a preview, no action, and reports which actions an update would call", async () => {
  service.takeOperations();
  const { stdout, stderr } = await project.succeed(["preview"]);
  const called = service.takeOperations();
  expect(all.filter(({ effect, operation }) => effect === "read" && !called.includes(operation)).map(({ name }) => name)).toEqual([]);
  expect(called.filter((operation) => actions.includes(operation))).toEqual([]);
  expect(stdout + stderr).toContain("acceptResourceShareInvitation would be called by an update");
  expect(invitationStatuses()).toEqual(["Pending", "Pending"]);
});

test("answers invitations by functions in an `up`, and exports the results of functions", async () => {
  service.takeOperations();
  await project.up();
  const called = service.takeOperations();
  expect(actions.filter((operation) => !called.includes(operation))).toEqual([]);
  expect(invitationStatuses().toSorted()).toEqual(["Accepted", "Rejected"]);
  const outputs = Object.assign({}, ...Object.values(project.outputs())) as Record<string, unknown>;
  expect(outputs["names"]).toContain("network");
  expect(outputs["network"]).toMatchObject({ resourceShareName: "network", resourceShareOwner: demo.owner });
  expect(outputs["isEnabled"]).toBe(true);
  expect(outputs["policy"]).toMatchObject({ resourceType: "VSwitch", permission: expect.stringContaining("Allow") });
  expect(outputs["switches"]).toMatchObject([{ resourceId: "vsw-demo01" }]);
  expect(outputs["tags"]).toMatchObject({ tagResource: [{ tagKey: "team", tagValue: "network" }] });
  expect(outputs["online"]).toEqual(["Kitchen"]);
  expect(outputs["scenes"]).toEqual(["Good night", "Good morning"]);
});

// (promise P-user-tokens)
test("keeps tokens, codes and phone numbers of functions out of the state and of previews", async () => {
  const { stdout, stderr } = await project.run(["preview", "--json", "--show-sames"]);
  const shown = [project.stateText(), stdout, stderr].join("\n");
  for (const secret of secrets) expect(shown).not.toContain(secret);
});
