import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { z } from "zod";
import { accessKey } from "../../sdk/access/access.ts";
import { Report } from "../../sdk/access/diff/report.ts";
import { run } from "../../sdk/command/run.ts";
import { openStackOfFile } from "./fixture.ts";

// The tests of this file are steps of one lifecycle, in order.

const program = (body: string) => `const rs = require("pulumi-resourceshare");\n${body}`;
const share = (name: string, args: string) => `const ${name} = new rs.ResourceShare("${name}", { name: "${name}", ${args} });\n`;
const entities = (...ids: string[]) => `resources: [${ids.map((id) => `{ type: "VSwitch", id: "${id}" }`).join(", ")}]`;

const net = share("net", `allowExternalTargets: true, ${entities("vsw-demo01")}, targets: ["fd-apps01", "1000000000000003"]`);
const more = (of: string, targets: string) =>
  `new rs.ShareAssociation("more", { shareId: ${of}.id, resources: [{ type: "PrefixList", id: "pl-demo01" }], targets: ${targets} });\n`;
const permission = (name: string) => `new rs.SharePermission("may", { shareId: net.id, permissionName: "${name}" });\n`;

/** One edit after the other, each of which starts from what the one before has made. */
const edits: readonly (readonly [name: string, body: string])[] = [
  ["a first share, with an association", net + more("net", '["1000000000000004"]')],
  [
    "a permission, and an external target",
    net + more("net", '["1000000000000004", "2000000000000001"]') + permission("AliyunRSPermissionVSwitchReadOnly"),
  ],
  [
    "an association that moves to a new share, and another permission",
    net +
      share("other", 'targets: ["fd-core01"]') +
      more("other", '["1000000000000004"]') +
      permission("AliyunRSPermissionVSwitchReadWrite"),
  ],
  [
    "a share by ARN that grants the same, and no permission any more",
    net +
      share("other", 'resourceArns: ["acs:vpc:cn-hangzhou:1000000000000001:vswitch/vsw-demo01"], targets: ["fd-core01", "fd-apps01"]') +
      more("other", '["1000000000000004"]'),
  ],
  ["nothing", ""],
];

const { service, project } = await openStackOfFile({ simulator: { pace: "fast" }, files: { "index.js": program("") } });

test.each(edits)("predicts the access that an up changes: %s", async (_name, body) => {
  project.write({ "index.js": program(body) });
  const { stdout } = await project.succeed(["preview", "--json", "--show-sames"]);
  const { changes } = await predicted(stdout);
  const before = granted();
  await project.up();
  const after = granted();
  const of = (wanted: string) => changes.filter(({ change }) => change === wanted).map((change) => keyOf(change));
  expect(of("unknown")).toEqual([]);
  expect(of("gained").toSorted()).toEqual([...after].filter((key) => !before.has(key)).toSorted());
  expect(of("lost").toSorted()).toEqual([...before].filter((key) => !after.has(key)).toSorted());
  expect(of("kept").toSorted()).toEqual([...before].filter((key) => after.has(key)).toSorted());
});

test("predicts the same from the stream of events as from the document", async () => {
  project.write({ "index.js": program(net + more("net", '["1000000000000004"]')) });
  const document = await project.succeed(["preview", "--json", "--show-sames"]);
  const stream = await project.succeed(["preview", "--json", "--show-sames"], { env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" } });
  expect(stream.stdout).toContain('"resourcePreEvent"');
  expect((await predicted(stream.stdout)).changes).toEqual((await predicted(document.stdout)).changes);
});

async function predicted(preview: string): Promise<z.infer<typeof Report>> {
  const path = join(project.folder, "preview.json");
  writeFileSync(path, preview);
  const output = { out: "", err: "" };
  const code = await run(["diff", path, "--format", "json"], {
    out: (line) => (output.out += `${line}\n`),
    err: (line) => (output.err += `${line}\n`),
    interrupted: new Promise(() => undefined),
  });
  expect({ code, err: code === 0 ? "" : output.err }).toEqual({ code: 0, err: "" });
  return Report.parse(JSON.parse(output.out));
}

function granted(): ReadonlySet<string> {
  return new Set(service.simulator.grants().map(keyOf));
}

/** A preview does not always know what a default is called. */
function keyOf(access: Parameters<typeof accessKey>[0]): string {
  return accessKey({ ...access, permission: access.permission.replace(/^AliyunRSDefaultPermission.*/, "default") });
}
