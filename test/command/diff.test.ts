import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Report } from "../../sdk/access/plan/report.ts";
import { run } from "../../sdk/command/run.ts";
import { demo } from "../../provider/simulator/index.ts";
import { served, share } from "./served.ts";

const recorded = (name: string) => join(import.meta.dirname, "previews", name);

async function diff(...words: string[]) {
  const said = { out: "", err: "" };
  const terminal = {
    out: (line: string) => (said.out += `${line}\n`),
    err: (line: string) => (said.err += `${line}\n`),
    interrupted: new Promise<void>(() => undefined),
  };
  return { code: await run(["diff", ...words], terminal), ...said };
}
const changes = async (...words: string[]) => Report.parse(JSON.parse((await diff(...words, "--format", "json")).out)).changes;

test.each(["edit", "replace"])("both forms of the preview %s say the same", async (name) => {
  const document = await changes(recorded(`${name}.json`));
  expect(document.length).toBeGreaterThan(5);
  expect(await changes(recorded(`${name}.jsonl`))).toEqual(document);
});

test("a stream does not tell which of several new shares an association belongs to, and that is said", async () => {
  expect((await changes(recorded("first.json"))).map(({ change }) => change)).not.toContain("unknown");
  const { err, out } = await diff(recorded("first.jsonl"));
  expect(out).toContain("Cannot be known yet");
  expect(err).toContain("belongs to a share that the preview does not tell");
});

test("what the preview leaves out is taken from the state", async () => {
  const { err } = await diff(recorded("changed-only.json"));
  expect(err).toContain("give --state");
  const completed = await diff(recorded("changed-only.json"), "--state", recorded("state.json"));
  expect(completed.err).not.toContain("give --state");
  expect(completed.out).toBe((await diff(recorded("edit.json"))).out);
});

test.each([
  ["external", 3],
  ["loss", 3],
  ["gap", 3],
  ["any", 3],
  ["unknown", 3],
])("the gate %s stops a preview that has it, and lets one pass that changes nothing", async (gate, code) => {
  expect((await diff(recorded("edit.json"), "--fail-on", gate)).code).toBe(code);
  expect((await diff(recorded("replace.json"), "--fail-on", gate)).code).toBe(0);
});

test.each([
  [[recorded("state.json")], "give it as --state"],
  [[recorded("absent.json")], "cannot be read"],
  [[], "give the file"],
  [[recorded("edit.json"), "more"], "one preview"],
  [[recorded("edit.json"), "--stack", "."], "runs the preview itself"],
  [[recorded("edit.json"), "--format", "jsn"], "did you mean json?"],
  [[recorded("edit.json"), "--fail-on", "much"], "external, loss, gap, any, unknown"],
  [[recorded("edit.json"), "--state", recorded("edit.json")], "no exported state"],
])("wrong usage %j ends with 2 and says why", async (words, reason) => {
  const { code, out, err } = await diff(...words);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(reason);
});

test("the table in the documents is what the command prints", async () => {
  const { out } = await diff(recorded("edit.json"), "--format", "table");
  expect(readFileSync(join(import.meta.dirname, "../../docs/commands.md"), "utf8")).toContain(out);
});

test("--live looks up what else is in a share that is managed elsewhere, and what its default is called", async () => {
  await using service = await served();
  const shareId = await share(service.client(), { name: "elsewhere", resources: [["Image", "m-demo01"]], targets: [demo.folders.core] });
  service.simulator.behindTheBack.settleNow();
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
