import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toFleetJson } from "../../../sdk/fleet/report/json.ts";
import { runCommand } from "./fixture.ts";
import { runHere } from "./run-here.ts";
import { fleetResultOf, gainedBy, resultOf } from "../sdk/fleet/report/sample-result.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);

/** Writes a file and returns its path. */
function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const ran = (...words: string[]) => runHere(["fleet", ...words]);

const stack = `{ name: "share", program: () => Promise.resolve(), accounts: ["owner"], regions: ["cn-hangzhou"] }`;
const fleet = (stacks: string) => `export default { name: "network", accounts: { owner: { id: "1" } }, stacks: [${stacks}] };`;

test.each([
  ["what to do", [], "resourceshare: give what to do: preview, up, refresh, destroy, status, report\n"],
  ["another action", ["pu"], "resourceshare: fleet pu is not known: preview, up, refresh, destroy, status, report; did you mean up?\n"],
  ["a file without its option", ["up", "fleet.mts"], "resourceshare: fleet up takes options only, not fleet.mts: write --file fleet.mts\n"],
  [
    "an action of other tools",
    ["apply"],
    "resourceshare: fleet apply is not known: preview, up, refresh, destroy, status, report; did you mean up?\n",
  ],
  [
    "a stack without its option",
    ["up", "share", "--file", "no.ts"],
    "resourceshare: fleet up takes options only, not share: write --only share\n",
  ],
  [
    "no file",
    ["up"],
    "resourceshare: no description of the fleet is given: name it with --file fleet.mts, a module whose default export is defineFleet({ … })\n",
  ],
  [
    "a file that is no module",
    ["up", "--file", "package.json"],
    "resourceshare: --file package.json is no module: name a file such as fleet.mts, whose default export is defineFleet({ … })\n",
  ],
  [
    "a missing file",
    ["up", "--file", "no.ts"],
    "resourceshare: --file no.ts cannot be read: there is no such file; name a file such as fleet.mts, whose default export is defineFleet({ … })\n",
  ],
  [
    "a missing file of members",
    ["preview", "--file", "no.ts", "--directory", "no.json"],
    "resourceshare: --directory no.json cannot be read: there is no such file\n",
  ],
  [
    "a shard that is none",
    ["up", "--shard", "5/4"],
    "resourceshare: --shard 5/4 is no part: give a number from 1 to the count of parts, as 2/4\n",
  ],
  ["an unknown format", ["up", "--file", "no.ts", "--format", "xml"], "resourceshare: --format xml is not known: table, json, markdown\n"],
  [
    "a quota that is none",
    ["status", "--file", "no.ts", "--quota", "share=4"],
    "resourceshare: --quota: share=4 must be NAME=NUMBER, with one of shares, sharedResources, pendingInvitations; did you mean shares?\n",
  ],
  [
    "a quota with two numbers",
    ["status", "--file", "no.ts", "--quota", "shares=1=2"],
    "resourceshare: --quota: shares=1=2 must be shares=NUMBER, with a whole number\n",
  ],
  [
    "a report with a selection",
    ["report", "--only", "share"],
    "resourceshare: fleet report takes no --only: it is an option of preview, up, refresh, destroy and status\n",
  ],
  [
    "a status of a retry",
    ["status", "--retry", "1.json"],
    "resourceshare: fleet status takes no --retry: it is an option of preview, up, refresh and destroy\n",
  ],
  [
    "a check of a status",
    ["status", "--fail-on", "external"],
    "resourceshare: fleet status takes no --fail-on: it is an option of preview, up, refresh, destroy and report\n",
  ],
  [
    "an update with a quota",
    ["up", "--quota", "shares=5"],
    "resourceshare: fleet up takes no --quota: it is an option of preview and status\n",
  ],
  [
    "a report that is not there",
    ["report", "no.json"],
    "resourceshare: fleet report no.json cannot be read: there is no such file; `resourceshare fleet … --format json` writes one\n",
  ],
  ["no reports", ["report"], "resourceshare: give the reports of the shards, as `resourceshare fleet … --format json` printed them\n"],
])("exits `fleet` with 2 for %s", async (_title, words, err) => {
  expect(await ran(...words)).toEqual({ code: 2, out: "", err });
});

test("rejects a description of a fleet before any stack runs, with a line for each failure", async () => {
  const path = file("wrong.mjs", fleet(`${stack}, { ...${stack}, name: "accept", dependsOn: ["shares"], wave: 0 }`));
  expect(await ran("up", "--file", path)).toMatchObject({
    code: 2,
    err: `resourceshare: ${path} is no valid fleet:\n  stacks[1].wave: must be at least 1\n`,
  });
});

test("loads a description of a fleet in TypeScript", async () => {
  const path = file("typed.mts", `const program: string = "./missing";\n${fleet(`{ ...${stack}, program }`)}`);
  expect(await ran("preview", "--file", path)).toMatchObject({
    code: 2,
    err: `resourceshare: ${path} is no valid fleet:\n  stacks[0].program: there is no Pulumi.yaml in ${join(folder, "missing")}: name the folder of a Pulumi project\n`,
  });
  const shared = `program: "./missing", policyPacks: ["./pack"], stacks:`;
  const common = file("common.mjs", fleet(`{ ...${stack}, program: undefined }`).replace("stacks:", shared));
  expect((await ran("preview", "--file", common)).err).toContain(
    `\n  program: there is no Pulumi.yaml in ${join(folder, "missing")}: name the folder of a Pulumi project\n  policyPacks: there is no PulumiPolicy.yaml in ${join(folder, "pack")}: name the folder of a policy pack\n`,
  );
});

test("makes `fleet` name the nearest folder with a program, and no folder when none is near", async () => {
  for (const name of ["networks", "netwirk", "n"]) mkdirSync(join(folder, name));
  for (const name of ["networks", "n"]) writeFileSync(join(folder, name, "Pulumi.yaml"), "");
  const path = file("near.mjs", fleet(`{ ...${stack}, program: "./network" }`));
  const [wanted, meant] = ["network", "networks"].map((name) => join(folder, name));
  expect((await ran("preview", "--file", path)).err).toContain(`there is no Pulumi.yaml in ${wanted}; did you mean ${meant}?\n`);
  const far = file("far.mjs", fleet(`{ ...${stack}, program: "./net" }`));
  expect((await ran("preview", "--file", far)).err).toContain(`in ${join(folder, "net")}: name the folder of a Pulumi project\n`);
});

test("rejects a fleet's backend with a misspelt scheme, and quotes no credentials of it", async () => {
  const problem = "postgrs:// is no backend of Pulumi; did you mean postgres://?";
  const path = file("scheme.mjs", fleet(stack).replace("stacks:", 'backend: "postgrs://host/state", stacks:'));
  expect((await ran("preview", "--file", path)).err).toBe(`resourceshare: ${path} is no valid fleet:\n  backend: ${problem}\n`);
  const own = file("own.mjs", fleet(stack));
  const env = { PULUMI_BACKEND_URL: "postgrs://root:canary-1234@host/state" };
  const { code, err } = await runCommand(["fleet", "preview", "--file", own], { env });
  expect({ code, err }).toEqual({ code: 2, err: `resourceshare: PULUMI_BACKEND_URL: ${problem}\n` });
});

test("names the missing folder of a fleet's backend, and how to make it", async () => {
  const path = file("backend.mjs", fleet(stack).replace("stacks:", 'backend: "file://./absent", stacks:'));
  const absent = join(folder, "absent");
  expect((await ran("preview", "--file", path)).err).toContain(`\n  backend: there is no folder ${absent}: mkdir -p ${absent}\n`);
});

test("makes `fleet` name what is missing without the command `pulumi`", async () => {
  const words = ["fleet", "preview", "--file", file("own.mjs", fleet(stack))];
  const path = join(folder, "only-node");
  mkdirSync(path);
  symlinkSync(process.execPath, join(path, "node"));
  expect(await runCommand(words, { env: { PATH: path } })).toMatchObject({
    code: 1,
    err: "resourceshare: the command `pulumi` is not on the PATH; install it: https://www.pulumi.com/docs/install/\n",
  });
});

test("names the file and the line of a syntax error in a description of a fleet", async () => {
  mkdirSync(join(folder, "syntax"));
  file("syntax/Pulumi.yaml", "name: program\nruntime: nodejs\n");
  const path = file("syntax/fleet.mts", "\nexport default {,};\n");
  const { err } = await runCommand(["fleet", "up", "--file", path], {});
  expect(err).toMatch(/^resourceshare: --file .* cannot be loaded: .+ \(.*fleet\.mts:2\)\n$/);
});

test("says that a file of `fleet` which cannot be loaded is beside a program of Pulumi", async () => {
  mkdirSync(join(folder, "program"));
  file("program/Pulumi.yaml", "name: program\nruntime: nodejs\n");
  const { err } = await ran("up", "--file", file("program/index.mjs", `throw new Error("no engine");`));
  expect(err).toMatch(/cannot be loaded: no engine; it is beside a Pulumi\.yaml: name a file such as fleet\.mts/);
});

test("rejects the Markdown of a `fleet status`", async () => {
  expect((await ran("status", "--format", "markdown")).err).toBe("resourceshare: --format markdown is not known: table, json\n");
});

test("warns about an undocumented region in `fleet`", async () => {
  const path = file("region.mjs", fleet(stack.replace("cn-hangzhou", "cn-bejing")));
  const { err } = await ran("up", "--file", path, "--only", "none");
  expect(err).toMatch(/^warning: regions: cn-bejing is not a documented region; did you mean cn-beijing\?\n/);
});

test("quotes no secret of the environment in an error that a description of a fleet throws", async () => {
  process.env["FLEET_TEST_SECRET"] = "canary-1234";
  const path = file("throws.mjs", `throw new Error("no access for " + process.env.FLEET_TEST_SECRET);`);
  const { code, err } = await ran("preview", "--file", path);
  delete process.env["FLEET_TEST_SECRET"];
  expect({ code, err }).toEqual({ code: 2, err: `resourceshare: --file ${path} cannot be loaded: no access for [secret]\n` });
});

test("makes `fleet` reject a selection that names no stack, and a report of another operation", async () => {
  const path = file("selection.mjs", fleet(stack));
  expect(await ran("up", "--file", path, "--only", "shar")).toMatchObject({
    code: 2,
    err: "resourceshare: --only shar: network has no stack of this name; did you mean share?\n",
  });
  expect((await ran("up", "--file", path, "--only", "nothing")).err).toBe(
    "resourceshare: --only nothing: network has no stack of this name; it has share\n",
  );
  const report = file("of-up.json", toFleetJson(fleetResultOf([resultOf("share")])));
  expect(await ran("preview", "--file", path, "--retry", report)).toMatchObject({
    code: 2,
    err: `resourceshare: --retry ${report}: this is a report of the up of network, not of the preview of network\n`,
  });
  const part = file("part.json", '{"version":1,"fleet":"netw');
  const cutOff = `${part}: this is no complete JSON: is it cut off?\n`;
  expect((await ran("preview", "--file", path, "--retry", part)).err).toBe(`resourceshare: --retry ${cutOff}`);
  expect((await ran("report", part)).err).toBe(`resourceshare: ${cutOff}`);
});

test("prints the findings about quotas of every shard of a fleet, and exits with 1 when a quota would be exceeded", async () => {
  const headroom = (level: "ok" | "problem", message: string) => [{ level, subject: "owner: Next update", message }];
  const one = fleetResultOf([resultOf("a")], { operation: "preview", headroom: headroom("ok", "adds 1 shares") });
  const two = fleetResultOf([resultOf("b")], { operation: "preview", headroom: headroom("problem", "needs 7 shares") });
  const files = [file("fits.json", toFleetJson(one)), file("exceeded.json", toFleetJson(two))];
  const { code, out } = await ran("report", ...files);
  expect(code).toBe(1);
  expect(out).toContain("ok       owner: Next update: adds 1 shares\nproblem  owner: Next update: needs 7 shares");
  expect((await ran("report", ...files, "--format", "markdown")).out).toContain("- ❌ owner: Next update: needs 7 shares");
  expect((await ran("report", files[0] ?? "")).code).toBe(0);
});

test("exits `fleet` with 3 for a check that fails on what a refresh found", async () => {
  const access = { ...fleetResultOf([]).access, changes: [gainedBy("a")] };
  const path = file("refreshed.json", toFleetJson(fleetResultOf([resultOf("a")], { operation: "refresh", access })));
  expect((await ran("report", path, "--fail-on", "any")).code).toBe(3);
  expect((await ran("report", path, "--fail-on", "loss")).code).toBe(0);
});

test("joins the reports of a fleet's shards to one comment, and checks the access of the whole fleet", async () => {
  const access = { ...fleetResultOf([]).access, changes: [gainedBy("b")] };
  const one = file("1.json", toFleetJson(fleetResultOf([resultOf("b")], { operation: "preview", shard: "1/2", access })));
  const two = file("2.json", toFleetJson(fleetResultOf([resultOf("a")], { operation: "preview", shard: "2/2" })));
  const { code, out, err } = await ran("report", one, two, "--format", "markdown", "--fail-on", "new-access");
  expect(code).toBe(3);
  expect(out).toContain("### Fleet `network`: preview of 2 stacks");
  expect(out).toContain("### Access through resource shares: `b`");
  expect(out).toContain("**🛑 1 check failed: `new-access`");
  expect(err).toBe("preview of 2 stacks of network: 2 succeeded.\n--fail-on new-access: 1 gained\n");
});

test("exits `fleet report` with 0 when a preview is only unknown, and with 3 with `--fail-on unknown`", async () => {
  const remarks = ["accept: it needs outputs of share, so what changes in its access is not known"];
  const access = { ...fleetResultOf([]).access, remarks, isIncomplete: true };
  const unknown = resultOf("accept", { status: "unknown", because: ["share"] });
  const path = file("unknown.json", toFleetJson(fleetResultOf([unknown], { operation: "preview", access })));
  const { code, out } = await ran("report", path);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/accept .* not known .* share is not deployed: run fleet up/) });
  expect((await ran("report", path, "--format", "markdown")).out).toContain("- Not known before the first update of `share`: `accept`");
  expect((await ran("report", path, "--fail-on", "unknown")).code).toBe(3);
});

const policyFinding = { stack: "share-a", level: "mandatory", policy: "naming", pack: "guard", urn: "", message: "no" } as const;
test.each<[code: number, title: string, stoppedByPolicies: boolean, check: string]>([
  [3, "only policies have stopped a stack", true, "policy"],
  [1, "policies have stopped a stack, which no check is about", true, "gap"],
  [1, "a stack failed for another reason than a policy, or after it has changed something", false, "policy"],
])("exits `fleet` with %i where %s", async (code, _title, stoppedByPolicies, check) => {
  const skipped = resultOf("accept-a", { status: "skipped", because: ["share-a"] });
  const result = fleetResultOf([resultOf("share-a", { status: "failed", stoppedByPolicies }), skipped], { operation: "up" });
  const policies = { packs: [], findings: [policyFinding], refused: true };
  const path = file("stopped.json", toFleetJson({ ...result, access: { ...result.access, policies } }));
  expect((await ran("report", path, "--fail-on", check)).code).toBe(code);
});

test("says in the summary of a fleet that an account has a problem, and shows what stacks warn of", async () => {
  const headroom = [{ level: "problem", subject: "owner: Account", message: "the access key id is unknown" }] as const;
  const stacks = [resultOf("share-a", { warnings: ["check the digits"] })];
  const path = file("problem.json", toFleetJson(fleetResultOf(stacks, { operation: "preview", headroom })));
  const { code, out, err } = await ran("report", path);
  expect(code).toBe(1);
  expect(out).toContain("warning  share-a: check the digits\nproblem  owner: Account: the access key id is unknown");
  expect(err).toBe("preview of 1 stack of network: 1 succeeded; 1 problem with accounts or quotas.\n");
});
