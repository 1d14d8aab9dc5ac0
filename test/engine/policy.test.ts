import { cpSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { policies } from "../../sdk/policy/index.ts";
import { demo } from "../../simulator/world/demo.ts";
import { accessKey, cases, options } from "./policy-cases.ts";
import { openStackOfFile } from "./fixture.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { repository } from "./pulumi.ts";

interface Finding {
  readonly level: string;
  readonly policy: string;
  readonly about: string;
  readonly message: string;
}

const { service, project } = await openStackOfFile();
beforeAll(async () => {
  const manifest = (main: string) => JSON.stringify({ name: "pack", version: "1.0.0", main });
  const yaml = "runtime: nodejs\n";
  const args = JSON.stringify(options);
  project.write({
    "common/PulumiPolicy.yaml": yaml,
    "common/package.json": manifest("index.js"),
    "common/index.js": `const { ResourceShareGuard } = require("pulumi-resourceshare/policy");\nnew ResourceShareGuard(${args});\n`,
    "module/PulumiPolicy.yaml": yaml,
    "module/package.json": manifest("index.mjs"),
    "module/index.mjs": `import { ResourceShareGuard } from "pulumi-resourceshare/policy";\nnew ResourceShareGuard(${args});\n`,
    "all/PulumiPolicy.yaml": yaml,
    "all/package.json": manifest("index.js"),
    "all/index.js": `const { ResourceShareGuard } = require("pulumi-resourceshare/policy");\nnew ResourceShareGuard({ all: "mandatory" });\n`,
    "bare/PulumiPolicy.yaml": yaml,
    "bare/package.json": manifest("index.js"),
    "bare/index.js": `
      const { PolicyPack } = require("@pulumi/policy");
      new PolicyPack("bare", { policies: require("pulumi-resourceshare/policy").policies, enforcementLevel: "disabled" });`,
  });
  cpSync(join(repository, "examples/policies"), join(project.folder, "example"), { recursive: true });
});

/** Writes the program; `share` makes a share that no policy objects to. */
function programIs(...parts: readonly string[]): void {
  const share = `const share = (name, more, opts) => new rs.ResourceShare(name, { name, tags: { team: "net" }, ...more }, opts);`;
  project.write({ "index.js": [`const rs = require("pulumi-resourceshare");`, share, ...parts.map((part) => `{ ${part} }`)].join("\n") });
}

/** Runs the CLI with a pack, and returns how it ended and what the pack found. */
async function runWithPack(
  words: readonly string[],
  timeoutMs?: number,
): Promise<{ readonly code: number | null; readonly output: string; readonly findings: Finding[] }> {
  const { code, stdout, stderr } = await project.run(words, { env: { PWD: project.folder }, timeoutMs });
  const found = stdout.matchAll(/^ {8}- \[(\w+)\] {2}([\w-]+) {2}\((?:.*: )?([^)\n]*)\)\n((?: {10}.*\n)*)/gm);
  const findings = Array.from(found, ([, level = "", policy = "", about = "", message = ""]) => ({ level, policy, about, message }));
  return { code, output: stdout + stderr, findings };
}

test("has a program that passes and one that fails for each policy", () => {
  expect(cases.map(({ policy }) => policy)).toEqual(policies.map(({ name }) => name));
});

test("passes programs without policy violations, in a policy pack that is an ES module", async () => {
  programIs(...cases.map(({ passes }) => passes));
  const { code, output, findings } = await runWithPack(["preview", "--policy-pack", "module"]);
  expect(findings.filter(({ level }) => level !== "advisory")).toEqual([]);
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining("resource-share-guard@v1.0.0") });
});

// (promise P-policies)
test("fails for each policy violation with its resource, value and advice, in a policy pack in CommonJS", async () => {
  programIs(...cases.map(({ fails }) => fails));
  const { code, output, findings } = await runWithPack(["preview", "--policy-pack", "common"]);
  expect(code).not.toBe(0);
  const broken = findings.filter(({ level }) => level === "mandatory");
  const unreported = cases.filter(
    ({ policy, message }) =>
      !broken.some((finding) => finding.policy === policy && message.every((part) => finding.message.includes(part))),
  );
  expect(unreported, output).toEqual([]);
  expect(output).not.toContain(accessKey);
  expect(findings).toContainEqual(
    expect.objectContaining({
      policy: "credentials-in-program",
      message: expect.stringMatching(/the program engine-test has .* in index\.js:\d+/),
    }),
  );
});

test("reports a value that only the update knows as an advisory finding of a policy, and passes", async () => {
  programIs(`
    const first = share("first", {});
    share("second", { name: first.status, targets: [first.owner], tags: { team: first.owner } });
    const other = share("other", {});
    const either = require("@pulumi/pulumi").all([first.id, other.id]).apply(([id]) => id);
    new rs.ShareAssociation("more", { shareId: either, targets: ["1000000000000003"] });`);
  const { code, findings } = await runWithPack(["preview", "--policy-pack", "common"]);
  expect(code).toBe(0);
  expect(new Set(findings.map(({ level }) => level))).toEqual(new Set(["advisory"]));
  expect(findings).toContainEqual(
    expect.objectContaining({
      policy: "naming",
      about: "second",
      message: expect.stringContaining("`name` that are only known during the update"),
    }),
  );
  expect(findings).toContainEqual(expect.objectContaining({ policy: "double-claim", about: "more" }));
});

test("takes levels and options of policies from the engine's policy configuration file", async () => {
  programIs(`share("net", { name: "Net_1", targets: ["rd-demo01"] });`);
  project.write({ "policy-config.json": JSON.stringify({ naming: { enforcementLevel: "mandatory", pattern: "^[a-z]+$" } }) });
  const { code, findings } = await runWithPack(["preview", "--policy-pack", "bare", "--policy-pack-config", "policy-config.json"]);
  expect(code).not.toBe(0);
  expect(findings.map(({ level, policy, about }) => ({ level, policy, about }))).toEqual([
    { level: "mandatory", policy: "naming", about: "net" },
  ]);
  project.write({ "policy-config.json": JSON.stringify({ "whole-directory": "disabled", naming: { pattern: "^[a-z]+$" } }) });
  const onlyInFile = await runWithPack(["preview", "--policy-pack", "all", "--policy-pack-config", "policy-config.json"]);
  expect(onlyInFile.findings.map(({ level, policy }) => `${level} ${policy}`)).toEqual(["mandatory naming"]);
});

test("rejects a policy option of a wrong type and an unknown one, and reports a policy that checks nothing, by name", async () => {
  project.write({ "policy-config.json": JSON.stringify({ all: "advisory", "share-size": { targets: "many" } }) });
  const wrong = await runWithPack(["preview", "--policy-pack", "bare", "--policy-pack-config", "policy-config.json"]);
  expect(wrong.code).not.toBe(0);
  expect(wrong.output).toMatch(/share-size: targets: Invalid type/);
  project.write({ "policy-config.json": JSON.stringify({ naming: { enforcementLevel: "advisory", patern: "x" } }) });
  const stranger = await runWithPack(["preview", "--policy-pack", "bare", "--policy-pack-config", "policy-config.json"]);
  expect(stranger.code).not.toBe(0);
  expect(stranger.output).toContain('Policy naming has no option "patern"; did you mean "pattern"?');
  project.write({ "policy-config.json": JSON.stringify({ naming: "mandatory" }) });
  const idle = await runWithPack(["preview", "--policy-pack", "bare", "--policy-pack-config", "policy-config.json"]);
  expect(idle.code).toBe(0);
  expect(idle.output).toContain('the policy naming checks nothing: it needs the option pattern: write "naming": ');
});

test("fails with advice when the dependencies of a policy pack are not installed", async () => {
  const folder = temporaryFolder(onTestFinished);
  cpSync(join(project.folder, "bare"), folder, { recursive: true });
  const { code, output } = await runWithPack(["preview", "--policy-pack", folder], 60_000);
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`run npm install there`) });
});

test("adds missing tags by the remediation of `required-tags` in the example, and creates the share with them", async () => {
  programIs(`new rs.ResourceShare("net", { name: "net", tags: { stage: "test" } });`);
  const { code, output } = await runWithPack(["up", "--yes", "--skip-preview", "--policy-pack", "example"]);
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(project.resource("net").inputs).toMatchObject({ tags: { stage: "test", team: "platform" } });
  expect(project.resource("net").inputs?.["__provider"]).toContain("pulumi-resourceshare");
  const made = [...service.simulator.world.shares.values()].map(({ tags }) => Object.fromEntries(tags));
  expect(made).toEqual([{ stage: "test", team: "platform" }]);
});

test("runs the pack of `examples/policies/single`, which has single policies and one of its own, and reports the violations", async () => {
  programIs(`share("net", { name: "Net_1", targets: ["rd-demo01"] });`);
  const { code, findings } = await runWithPack(["preview", "--policy-pack", join("example", "single")]);
  expect(code).not.toBe(0);
  const reported = findings.map(({ level, policy }) => `${level} ${policy}`);
  expect(reported).toEqual(expect.arrayContaining(["mandatory naming", "mandatory whole-directory", "advisory resource-group"]));
});

test("stops an update of an open share before it shares with a target that `external-targets` does not allow, where the members are listed", async () => {
  const associated = () => [...service.simulator.world.shares.values()].flatMap(({ associations }) => [...associations]).length;
  programIs(`share("open", { allowExternalTargets: true, targets: ["${demo.consumer}"] });`);
  await project.up(["--policy-pack", "common"]);
  const before = associated();
  programIs(`share("open", { allowExternalTargets: true, targets: ["${demo.consumer}", "${demo.partner}"] });`);
  const lists = { "external-targets": { enforcementLevel: "mandatory", allow: [demo.consumer], members: [demo.member] } };
  project.write({ "members.json": JSON.stringify(lists) });
  const withMembers = ["--policy-pack", "common", "--policy-pack-config", "members.json"];
  const { code, findings } = await runWithPack(["up", "--yes", "--skip-preview", ...withMembers]);
  expect(code).not.toBe(0);
  expect(findings).toContainEqual(expect.objectContaining({ level: "mandatory", policy: "external-targets", about: "open" }));
  expect(associated()).toBe(before);
});
