import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { Report } from "../../../access/diff/report.ts";
import { demo } from "../../../simulator/index.ts";
import { share as planned, update } from "../access/diff/steps.ts";
import { filesIn, served, share } from "./fixture.ts";
import { previewPath as recorded, previewWithoutSames, stateBefore } from "./previews.ts";
import { runHere } from "./run-here.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const fileOf = filesIn(temporaryFolder(afterAll));
const stateFile = fileOf(stateBefore());

const diff = (...words: string[]) => runHere(["diff", ...words]);
const changes = async (...words: string[]) => Report.parse(JSON.parse((await diff(...words, "--format", "json")).out)).changes;

test.each(["edit", "replace"])("reports the same changes for the document and the stream of events of the preview %s", async (name) => {
  const document = await changes(recorded(`${name}.json`));
  expect(document.length).toBeGreaterThan(5);
  expect(await changes(recorded(`${name}.jsonl`))).toEqual(document);
});

test("finds the share of an association among several new shares when a stream has the share's own id", async () => {
  const seen = await changes(recorded("refused.jsonl"));
  expect(seen.map(({ change, target }) => [change, target.id])).toContainEqual(["gained", "fd-apps01"]);
  expect(seen).toEqual(await changes(recorded("refused.json")));
});

test("reports an access as unknown when a preview's stream hides the share of an association, whose id the program transforms", async () => {
  expect((await changes(recorded("first.json"))).map(({ change }) => change)).not.toContain("unknown");
  const { err, out } = await diff(recorded("first.jsonl"));
  expect(out).toContain("1 unknown</summary>");
  expect(err).toContain("belongs to a share that the preview does not identify");
});

test("reads a preview that a mandatory policy stopped and lists the stopping findings first", async () => {
  const { code, out, err } = await diff(recorded("refused.jsonl"), "--format", "json");
  expect(code).toBe(0);
  const { policies, summary } = Report.parse(JSON.parse(out));
  expect(policies.packs).toEqual([{ name: "resource-share-guard", version: "1.0.0" }]);
  expect(policies.refused).toBe(true);
  expect(policies.findings.map(({ level, policy }) => `${level} ${policy}`)).toEqual([
    "mandatory external-targets",
    "mandatory whole-directory",
    "advisory naming",
    "advisory permissions",
    "advisory permissions",
    "fixed required-tags",
  ]);
  expect(summary).toMatchObject({ mandatory: 2, advisory: 3, fixed: 1 });
  expect(err).toContain("Policies: 2 mandatory, 3 advisory, 1 fixed.");
});

test("reports a stopped preview from its document, and the policies that stopped it from the engine's events", async () => {
  const alone = await diff(recorded("refused.json"), "--format", "json");
  expect(Report.parse(JSON.parse(alone.out)).policies).toEqual({ packs: [], findings: [], refused: true });
  expect(alone.err).toContain("a preview as one JSON document does not report by which");
  const { out, err } = await diff(recorded("refused.json"), "--policies", recorded("refused.jsonl"), "--format", "json");
  expect(JSON.parse(out)).toEqual(JSON.parse((await diff(recorded("refused.jsonl"), "--format", "json")).out));
  expect(err).not.toContain("does not report by which");
});

test.each([
  ["refused.jsonl", 3],
  ["refused.json", 3],
  ["edit.json", 0],
])("exits `diff --fail-on policy` of the preview %s with %i", async (name, code) => {
  expect((await diff(recorded(name), "--fail-on", "policy")).code).toBe(code);
});

test.each([
  ["mermaid", /^---[^]*flowchart LR[^]*linkStyle/],
  ["dot", /^digraph access[^]*color="#1e8e3e"/],
  ["svg", /^<svg[^]*vsw-demo02/],
])("draws only the changes in `diff` with --format %s", async (format, shape) => {
  const { code, out } = await diff(recorded("edit.json"), "--format", format);
  expect(code).toBe(0);
  expect(out).toMatch(shape);
  const { out: still } = await diff(recorded("replace.json"), "--format", format);
  expect(still).not.toContain("demo01");
});

test("uses the state's resources in `diff` where the preview omits them", async () => {
  const preview = fileOf(previewWithoutSames());
  const { err } = await diff(preview);
  expect(err).toContain("give --state");
  const check = "not-granted:fd-none:VSwitch/vsw-none";
  const checked = await diff(preview, "--fail-on", check);
  expect(checked.out).toContain(`**🛑 1 check failed: \`${check}\``);
  expect(checked.err).toContain(
    `${check}: not known whether fd-none can use VSwitch vsw-none: run the preview with --show-sames, or give --state`,
  );
  const completed = await diff(preview, "--state", stateFile);
  expect(completed.err).not.toContain("give --state");
  expect(completed.out).toBe((await diff(recorded("edit.json"))).out);
});

test.each([
  ["external", 3],
  ["loss", 3],
  ["gap", 3],
  ["any", 3],
  ["unknown", 3],
])("fails `diff --fail-on %s` for a preview with such a change and passes one without changes", async (condition, code) => {
  expect((await diff(recorded("edit.json"), "--fail-on", condition)).code).toBe(code);
  expect((await diff(recorded("replace.json"), "--fail-on", condition)).code).toBe(0);
});

test.each([
  [[stateFile], "this is an exported state, not a preview"],
  [[recorded("absent.json")], "absent.json cannot be read: there is no such file; `pulumi preview --json --show-sames` writes one"],
  [[fileOf('{\n  "steps": [\n')], "this is no complete JSON: is it cut off?"],
  [
    [recorded("edit.json"), "--fail-on", "not-granted:fd-apps01"],
    "not-granted:fd-apps01: it needs a target and a resource: not-granted:TARGET:TYPE/ID",
  ],
  [["."], ". is a folder: for the preview of a project, write --stack ."],
  [[], "give the file"],
  [[recorded("edit.json"), recorded("first.json"), "--state", stateFile], "--state belongs to one preview"],
  [[recorded("edit.json"), "--run-url", "javascript:x"], "is not the address of a page"],
  [[recorded("edit.json"), "--stack", "."], "runs the preview itself"],
  [[recorded("edit.json"), "--format", "jsn"], "did you mean json?"],
  [
    [recorded("edit.json"), "--fail-on", "much"],
    "external, loss, gap, any, unknown, policy, new-access, whole-directory, not-granted:TARGET:TYPE/ID",
  ],
  [
    [recorded("edit.json"), "--fail-on"],
    "the option --fail-on needs a value, as --fail-on <check>: once or more: ends with 3 when one of these checks fails for any change: external, loss,",
  ],
  [[recorded("edit.json"), "--policy-pack", "."], "has been run already: run it with `pulumi preview --policy-pack`, or give --stack"],
  [["--stack", ".", "--policy-pack", "absent"], "--policy-pack absent: there is no PulumiPolicy.yaml in "],
  [[recorded("edit.json"), "--policies", recorded("edit.json")], "no events of the engine"],
  [[recorded("edit.json"), "--policies", fileOf('{"policyEvent":{}}\n{"policyEv')], "this is no complete JSON: is it cut off?"],
  [[recorded("edit.json"), "--state", recorded("edit.json")], "this is a preview, not an exported state"],
  [[recorded("edit.json"), "--state", "."], "--state . cannot be read: it is a folder"],
  [
    [recorded("edit.json"), "--policies", "absent"],
    "--policies absent cannot be read: there is no such file; `pulumi preview --json --event-log FILE` writes one",
  ],
  [[recorded("edit.json"), "--live", "--trust-endpoints"], "--trust-endpoints goes with --stack"],
  [
    [recorded("edit.json"), "--state", "-x"],
    "diff: the option --state needs a value: one that begins with a dash is written --state=VALUE",
  ],
  [[recorded("edit.json"), "--external=true"], "diff: the option --external takes no value: write --external alone"],
])("exits `diff` with 2 and the reason for wrong usage %j", async (words, reason) => {
  const { code, out, err } = await diff(...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(reason);
});

test("reports several previews together in `diff`, each change with its stack", async () => {
  const { out, err } = await diff(recorded("edit.json"), recorded("refused.json"), "--format", "json");
  const report = Report.parse(JSON.parse(out));
  expect([...new Set(report.changes.map(({ stack }) => stack))]).toEqual(["engine/test", "lab/dev"]);
  expect(err).toContain("note: engine/test: 2000000000000001");
});

test("reports a target as external in `diff` when a list of members decides it, and otherwise as possibly external", async () => {
  const externalOf = async (...words: string[]) =>
    (await changes(recorded("edit.json"), "--external", ...words)).flatMap(({ target: { id, external } }) =>
      id.startsWith("2") ? external : [],
    );
  expect(await externalOf()).toEqual([null, null, null]);
  const members = fileOf('["1000000000000003"]');
  expect(await externalOf("--directory", members)).toEqual([true, true, true]);
  const partners = fileOf('["1000000000000003","2000000000000001"]');
  expect(await externalOf("--directory", partners)).toEqual([]);
  const open = ["--directory", partners, "--fail-on", "external", "--format", "table"];
  expect((await diff(recorded("refused.json"), ...open)).code).toBe(3);
  const allowed = await diff(recorded("refused.json"), ...open, "--allow-external", "2000000000000002");
  expect(allowed.code).toBe(0);
  expect(allowed.out + allowed.err).not.toContain("outside the resource directory");
});

test.each([
  ["UTF-16, as of PowerShell", "\uFEFF", "utf16le"],
  ["UTF-8 with a byte order mark", "\uFEFF", "utf8"],
] as const)("reads a preview in %s with `diff`", async (_title, mark, encoding) => {
  const path = fileOf("");
  writeFileSync(path, mark + readFileSync(recorded("edit.json"), "utf8"), encoding);
  expect(await diff(path)).toEqual(await diff(recorded("edit.json")));
});

test("rejects two previews of one stack in `diff`", async () => {
  const { code, out, err } = await diff(recorded("edit.json"), recorded("edit.json"));
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("two of the previews are of the stack engine/test: give one preview of each stack");
});

test("writes no ✅ at the head of a document whose filters leave changes out", async () => {
  const { out, err } = await diff(recorded("first.json"), "--type", "VSwich");
  expect(out).toMatch(/^### .*\n\n\*\*❔ No access matches the filters; without them there are 11; did you mean `--type` VSwitch\?\*\*\n$/);
  expect(err).toBe("note: no access matches the filters; without them there are 11; did you mean --type VSwitch?\n");
  const { out: part } = await diff(recorded("first.json"), "--target", "fd-apps01", "--type", "PrefixList");
  expect(part).toContain("in what the filters select: other changes are not shown**");
});

test("reports no access for a program without shares in `diff` with a filter", async () => {
  const { err } = await diff(fileOf('{"steps":[]}'), "--target", "fd-nope", "--format", "table");
  expect(err).toContain("No access through shares");
});

test("checks all changes with `diff --fail-on`, whatever the filters print", async () => {
  const { code, out, err } = await diff(recorded("edit.json"), "--type", "Snapshot", "--format", "csv", "--fail-on", "new-access");
  expect(code).toBe(3);
  expect(out.trimEnd().split("\n")).toHaveLength(2);
  expect(err).toMatch(/^In what the filters select: 0 gained, 1 lost/m);
  expect(err).toContain("--fail-on new-access: 7 gained, 1 changed, in all changes");
});

test.each([
  ["gap", "gap: 1 access with a gap"],
  ["loss", undefined],
  ["new-access", "new-access: 2 gained"],
  ["whole-directory", "whole-directory: 1 whole directory would gain access"],
  ["not-granted:1000000000000002:VSwitch/vsw-1", undefined],
  ["not-granted:rd-1:VSwitch/vsw-1", undefined],
  ["not-granted:fd-1:VSwitch/vsw-1", "not-granted:fd-1:VSwitch/vsw-1: no share of the stack would let fd-1 use VSwitch vsw-1"],
])("checks the members of `--expand members` with `diff --fail-on %s`", async (check, reason) => {
  const accounts = [{ id: "1000000000000002", folder: "fd-1" }, { id: "1000000000000003" }];
  const members = ["--expand", "members", "--directory", fileOf(JSON.stringify({ accounts }))];
  const steps = [update(planned("network", ["vsw-1"], ["fd-1"]), planned("network", ["vsw-1"], ["rd-1"]))];
  const { code, err } = await diff(fileOf(JSON.stringify({ steps })), ...members, "--format", "csv", "--fail-on", check);
  expect(err).toBe(
    `2 gained, 0 lost, 1 kept; 1 whole directory, 1 access with a gap.\n${reason === undefined ? "" : `--fail-on ${reason}\n`}`,
  );
  expect(code).toBe(reason === undefined ? 0 : 3);
});

test("counts as many changes in the summary of JSON and in the text as JSON lists", async () => {
  const { out, err } = await diff(recorded("edit.json"), "--format", "json");
  const { changes: listed, summary } = Report.parse(JSON.parse(out));
  const { gained, lost, changed, kept, unknown } = summary;
  const count = (wanted: string) => listed.filter(({ change }) => change === wanted).length;
  expect([gained, lost, changed, kept, unknown]).toEqual(["gained", "lost", "changed", "kept", "unknown"].map(count));
  expect(err).toContain(`${gained} gained, ${lost} lost, ${changed} changed, ${kept} kept, ${unknown} unknown`);
  expect(listed.find(({ change }) => change === "changed")).toMatchObject({
    oldPermission: "AliyunRSPermissionImageReadOnly",
    permission: "AliyunRSPermissionImageReadWrite",
  });
});

test("prints the table of `diff` that docs/commands.md shows", async () => {
  const { out } = await diff(recorded("edit.json"), "--format", "table", "--type", "KMSInstance", "--type", "IpamPool");
  expect(readFileSync(join(import.meta.dirname, "../../../docs/commands.md"), "utf8")).toContain(out);
});

test("makes `diff --live` read the contents of a share that is managed elsewhere, and the name of its default permission", async () => {
  await using service = await served();
  const shareId = await share(service.client(), { name: "elsewhere", resources: [["Image", "m-demo01"]], targets: [demo.folders.core] });
  service.simulator.outOfBand.settleNow();
  const type = "pulumi-nodejs:dynamic/resourceshare:ShareAssociation";
  const step = {
    op: "create",
    urn: `urn:pulumi:dev::shop::${type}::more`,
    newState: { type, inputs: { shareId, targets: [demo.folders.apps] } },
  };
  const words = ["diff", "-", "--live", "--format", "json"];
  const { code, out } = await service.run(words, { input: JSON.stringify({ steps: [step], changeSummary: { create: 1 } }) });
  expect(code).toBe(0);
  const seen = Report.parse(JSON.parse(out)).changes.map(({ change, target, resource, permission }) => [
    change,
    target.id,
    resource.id,
    permission,
  ]);
  expect(seen).toEqual([
    ["gained", demo.folders.apps, "m-demo01", "AliyunRSDefaultPermissionImage"],
    ["kept", demo.folders.core, "m-demo01", "AliyunRSDefaultPermissionImage"],
  ]);
});

test("makes `diff --live` read the account and region of a resource that only the state has", async () => {
  await using service = await served();
  for (const [name, value] of Object.entries(service.environment())) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const type = "resourceshare:index:ResourceShare";
  const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::partner::1";
  const resource = { urn: `urn:pulumi:dev::shop::${type}::there`, type, custom: true, id: "rs-1", inputs: { name: "there" }, provider };
  const state = fileOf(JSON.stringify({ version: 3, deployment: { resources: [resource] } }));
  const preview = fileOf(JSON.stringify({ steps: [], changeSummary: {} }));
  const { err } = await diff(preview, "--live", "--state", state);
  expect(err).toContain("the account of the explicit provider partner is not read");
});
