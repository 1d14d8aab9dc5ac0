import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { repository } from "../pulumi.ts";
import { upKilledAt } from "../stack.ts";
import { type LanguageFixture, openLanguageFixture } from "./fixture.ts";
import type { Language } from "./languages.ts";

const BUILD_LIMIT = 15 * 60_000;
const SECRET = "canary-41aa-secret";
const SHARE = "shared-network";

/** Tests programs of one language with the real engine. The tests follow one stack, in order. */
export function testLanguage(language: Language): void {
  let fixture: LanguageFixture;
  beforeAll(async () => {
    fixture = await openLanguageFixture(language);
  }, BUILD_LIMIT);
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  const grants = () =>
    fixture.service.simulator
      .grants()
      .map((grant) => `${grant.target.id} ${grant.resource.id}`)
      .toSorted();
  const changes = async () => (await fixture.project.preview()).filter(({ op }) => op !== "same");

  test(`previews a program in ${language.name} without a call of the service`, async () => {
    expect((await fixture.project.preview()).map(({ op }) => op)).toEqual(["create", "create"]);
    expect(fixture.service.takeOperations()).toEqual([]);
  });

  test(`creates the share of a program in ${language.name}, and calls a function`, async () => {
    const { project, service } = fixture;
    await project.up();
    expect(project.outputs()).toEqual({ shareId: service.shareId(SHARE), status: "Active", foundName: SHARE });
    expect(project.resource("network").type).toBe("resourceshare:index:ResourceShare");
    expect(grants()).toHaveLength(6);
    expect(await changes()).toEqual([]);
  });

  test(`updates the share in place when a list in the configuration of a stack in ${language.name} changes`, async () => {
    await fixture.project.succeed(["config", "set", "--type", "string", "--path", "targets[0]", "fd-apps01"]);
    // The index counts in the order in which the provider keeps the list.
    expect(await changes()).toMatchObject([{ op: "update", detailedDiff: { "targets[0]": { kind: "delete" } } }]);
    await fixture.project.up();
    expect(grants()).toEqual(["fd-apps01 pl-demo01", "fd-apps01 vsw-demo01", "fd-apps01 vsw-demo02"]);
  });

  test(`shows drift in a refresh of a stack in ${language.name}, and repairs it`, async () => {
    const { project, service } = fixture;
    service.simulator.outOfBand.disassociate(service.shareId(SHARE), "vsw-demo01");
    service.simulator.outOfBand.settleNow();
    await project.succeed(["refresh", "--yes"]);
    expect(await changes()).toMatchObject([{ op: "update" }]);
    await project.up();
    expect(grants()).toHaveLength(3);
  });

  test(`imports the share into a stack in ${language.name}, and keeps its access`, async () => {
    const { project, service } = fixture;
    const id = service.shareId(SHARE);
    await project.succeed(["state", "delete", project.resource("network").urn, "--yes"]);
    const flags = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
    await project.succeed(["import", "resourceshare:index:ResourceShare", "network", id, ...flags]);
    expect(project.resource("network").id).toBe(id);
    await project.up();
    expect(project.outputs()).toMatchObject({ shareId: id, status: "Active" });
    expect(grants()).toHaveLength(3);
    expect(await changes()).toEqual([]);
  });

  test(`replaces the share of a program in ${language.name} by \`--replace\`, and creates the new one before it deletes the old one`, async () => {
    const { project, service } = fixture;
    const before = service.shareId(SHARE);
    service.takeOperations();
    await project.up(["--replace", project.resource("network").urn]);
    const made = service.takeOperations().filter((operation) => /^(Create|Delete)/.test(operation));
    expect(made).toEqual(["CreateResourceShare", "DeleteResourceShare"]);
    const shareId = service.shareId(SHARE);
    expect(shareId).not.toBe(before);
    expect(project.outputs()).toEqual({ shareId, status: "Active", foundName: SHARE });
    expect(grants()).toHaveLength(3);
  });

  test(`checks a program in ${language.name} with a policy pack`, async () => {
    const { project, service } = fixture;
    writePolicyPack(project.folder);
    service.takeOperations();
    const { code, stdout } = await project.run(["up", "--yes", "--skip-preview", "--policy-pack", "pack"]);
    expect(code).not.toBe(0);
    expect(stdout).toContain("resource-types");
    expect(stdout).toContain("PrefixList");
  });

  test(`destroys everything of a program in ${language.name}`, async () => {
    const { project, service } = fixture;
    await project.destroy();
    expect(project.resources()).toEqual([]);
    expect(grants()).toEqual([]);
    expect(service.simulator.invariants()).toEqual([]);
  });

  test(`resumes the creation of a program in ${language.name} whose engine was killed, without a second share`, async () => {
    const { project, service } = fixture;
    await upKilledAt(fixture, { operation: "CreateResourceShare", nth: 1, moment: "after", target: "engine" });
    const id = service.shareId(SHARE);
    await project.up();
    // One share has the name: the one that the killed engine created.
    expect(project.outputs()).toMatchObject({ shareId: id, status: "Active" });
    expect(service.shareId(SHARE)).toBe(id);
    await project.destroy();
  });

  test(`serves two explicit providers of a program in ${language.name}, and encrypts secrets and the outputs that repeat them`, async () => {
    const { project, service, useProgram } = fixture;
    const { plain, secret } = accountSettings(service.simulator.keys);
    const assignments = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([name, value]) => `${name}=${value}`);
    await project.succeed([
      "config",
      "set-all",
      ...assignments(plain).flatMap((pair) => ["--plaintext", pair]),
      ...assignments(secret).flatMap((pair) => ["--secret", pair]),
    ]);
    useProgram("two accounts");
    // Only the program has credentials.
    const env = { ALIBABA_CLOUD_ACCESS_KEY_ID: "", ALIBABA_CLOUD_ACCESS_KEY_SECRET: "", RESOURCESHARE_ACCOUNTS: "" };
    const { stdout } = await project.up(["--diff"], { env });
    expect(project.outputs()).toMatchObject({ foundName: "two-accounts", status: "Accepted" });
    expect(service.simulator.world.shares.get(service.shareId("two-accounts"))?.tags.get("team")).toBe(SECRET);
    for (const value of Object.values(secret)) expect(stdout + project.stateText()).not.toContain(value);
    await project.destroy({ env });
    expect(grants()).toEqual([]);
  });
}

/** The configuration of the program with two accounts. */
function accountSettings(keys: readonly { accountId: string; accessKeyId: string; accessKeySecret: string }[]) {
  const plain: Record<string, string> = {};
  const secret: Record<string, string> = { team: SECRET };
  for (const account of ["owner", "consumer"] as const) {
    const key = keys.find(({ accountId }) => accountId === demo[account]);
    if (key === undefined) throw new Error(`the demonstration world has no key of ${account}`);
    plain[`${account}Id`] = key.accountId;
    plain[`${account}KeyId`] = key.accessKeyId;
    secret[`${account}KeySecret`] = key.accessKeySecret;
  }
  return { plain, secret };
}

/** Writes a policy pack that the share of the example violates. Packs are Node programs, whatever the language of the project. */
function writePolicyPack(folder: string): void {
  const pack = join(folder, "pack");
  mkdirSync(join(pack, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(repository, join(pack, "node_modules/pulumi-resourceshare"));
  for (const name of ["@pulumi/pulumi", "@pulumi/policy"])
    symlinkSync(join(repository, "node_modules", name), join(pack, "node_modules", name));
  const files = {
    "PulumiPolicy.yaml": "runtime: nodejs\n",
    "package.json": JSON.stringify({ name: "pack", version: "1.0.0", main: "index.js" }),
    "index.js": `const { ResourceShareGuard } = require("pulumi-resourceshare/policy");
new ResourceShareGuard({ "resource-types": { enforcementLevel: "mandatory", deny: ["PrefixList"] } });\n`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(pack, name), text);
}
