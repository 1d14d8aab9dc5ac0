import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { buildPlugin, pluginManifest } from "../plugin/project.ts";
import { Project, repository } from "../pulumi.ts";
import { startService } from "../service.ts";
import { compileNodeSdk, provideSdks } from "./sdks.ts";

const BUILD_LIMIT = 10 * 60_000;

const schema = JSON.parse(readFileSync(join(repository, "schema.json"), "utf8")) as {
  readonly resources: Readonly<Record<string, unknown>>;
  readonly functions: Readonly<Record<string, unknown>>;
};

// The SDKs are compiled in place.
const sdks = temporaryFolder(afterAll);
let nodeSdk: string;

beforeAll(async () => {
  cpSync(await provideSdks(), sdks, { recursive: true });
  nodeSdk = compileNodeSdk(sdks);
}, BUILD_LIMIT);

const program = `
const rs = require("pulumi-resourceshare-sdk");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"] });
exports.status = share.status;
exports.found = rs.getResourceShareOutput({ id: share.id }).resourceShareName;
`;

test("runs a Node program with the SDK that is generated from the plugin's schema", async () => {
  const plugin = await buildPlugin(onTestFinished);
  await using service = await startService();
  await using project = await Project.open({ env: service.env, files: { "Pulumi.yaml": pluginManifest(plugin), "index.js": program } });
  symlinkSync(nodeSdk, join(project.folder, "node_modules/pulumi-resourceshare-sdk"));
  await project.up();
  expect(project.outputs()).toEqual({ status: "Active", found: "network" });
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});

// The tests of Python and Go programs import these two SDKs. No compiler for .NET can be had where the tests run.
test("generates a .NET SDK with a class for each resource and each function", () => {
  for (const token of [...Object.keys(schema.resources), ...Object.keys(schema.functions)]) {
    const [, module = "", name = ""] = token.split(":");
    const className = name.replace(/^./, (letter) => letter.toUpperCase());
    const file = join(sdks, "dotnet", module === "device" ? "Device" : "", `${className}.cs`);
    expect(readFileSync(file, "utf8"), token).toMatch(new RegExp(`class ${className}\\b`));
  }
});
