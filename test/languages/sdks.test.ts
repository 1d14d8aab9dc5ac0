import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildPlugin } from "../engine/plugin/project.ts";
import { Project } from "../engine/pulumi.ts";
import { startService } from "../engine/service.ts";
import { compileNodeSdk, generateSdks } from "./sdks.ts";

const BUILD_LIMIT = 10 * 60_000;

let sdks: string;

beforeAll(async () => {
  sdks = await generateSdks();
}, BUILD_LIMIT);
afterAll(() => rmSync(sdks, { recursive: true, force: true }));

const program = `
const rs = require("pulumi-resourceshare-sdk");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"] });
exports.status = share.status;
exports.found = rs.getResourceShareOutput({ id: share.id }).resourceShareName;
`;

test("runs a Node program with the generated SDK", async () => {
  const sdk = compileNodeSdk(sdks);
  const plugin = await buildPlugin();
  await using service = await startService();
  const yaml = `name: engine\nruntime: nodejs\nplugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`;
  await using project = await Project.open({ env: service.env, files: { "Pulumi.yaml": yaml, "index.js": program } });
  symlinkSync(sdk, join(project.folder, "node_modules/pulumi-resourceshare-sdk"));
  await project.up();
  expect(project.outputs()).toEqual({ status: "Active", found: "network" });
  expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
  rmSync(plugin, { recursive: true });
});

test("generates a Python SDK that compiles to byte code", () => {
  const python = join(sdks, "python/pulumi_resourceshare");
  execFileSync("python3", ["-m", "compileall", "-q", python], { stdio: "pipe" });
  expect(existsSync(join(python, "__pycache__"))).toBe(true);
});

test("generates a Go SDK with every resource as a type", () => {
  expect(readFileSync(join(sdks, "go/resourceshare/resourceShare.go"), "utf8")).toContain("type ResourceShare struct");
  expect(existsSync(join(sdks, "go/resourceshare/device/deviceAction.go"))).toBe(true);
});
