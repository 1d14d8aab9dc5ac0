import { expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";
import { expectPredictedAccess, predictAccessFrom } from "./predicted-access.ts";

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
  await expectPredictedAccess(project, service.simulator);
});

test("predicts the same from the stream of events as from the document", async () => {
  project.write({ "index.js": program(net + more("net", '["1000000000000004"]')) });
  const document = await project.succeed(["preview", "--json", "--show-sames"]);
  const stream = await project.succeed(["preview", "--json", "--show-sames"], { env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" } });
  expect(stream.stdout).toContain('"resourcePreEvent"');
  const { changes } = await predictAccessFrom(project, document.stdout);
  expect((await predictAccessFrom(project, stream.stdout)).changes).toEqual(changes);
});

test("predicts the access that an up with a refresh changes, of what was edited and of what others have changed", async () => {
  project.write({ "index.js": program(net) });
  await project.up();
  const id = service.shareId("net");
  service.simulator.outOfBand.disassociate(id, "fd-apps01");
  project.write({ "index.js": program(net.replace("1000000000000003", "1000000000000004")) });
  await expectPredictedAccess(project, service.simulator, ["--refresh"]);
  expect(
    service.simulator
      .grants()
      .map(({ target }) => target.id)
      .toSorted(),
  ).toEqual(["1000000000000004", "fd-apps01"]);
});
