import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resourceTypeOf } from "../../../provider/kernel/type-tokens.ts";
import { cases, options } from "../policy-cases.ts";
import { openStack, type Stack } from "../stack.ts";
import { buildPlugin } from "./project.ts";

let plugin: string;
let stack: Stack;

/** Returns a program with parts of its own; `share` makes a share that no policy objects to. */
const programOf = (parts: readonly string[]) => `
const rs = require("pulumi-resourceshare");
const share = (name, more, opts) => new rs.ResourceShare(name, { name, tags: { team: "net" }, ...more }, opts);
${parts.map((part) => `{ ${part} }`).join("\n")}`;

beforeAll(async () => {
  plugin = await buildPlugin();
  stack = await openStack({
    files: {
      "Pulumi.yaml": `name: engine\nruntime: nodejs\nplugins:\n  providers:\n    - name: resourceshare\n      path: ${plugin}\n`,
      "pack/PulumiPolicy.yaml": "runtime: nodejs\n",
      "pack/package.json": JSON.stringify({ name: "pack", version: "1.0.0", main: "index.js" }),
      "pack/index.js": `const { ResourceShareGuard } = require("pulumi-resourceshare/policy");\nnew ResourceShareGuard(${JSON.stringify(options)});\n`,
    },
  });
  await stack.project.succeed(["config", "set", "resourceshare:plugin", "true"]);
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(plugin, { recursive: true, force: true });
});

async function run(words: readonly string[], parts: readonly string[]) {
  stack.project.write({ "index.js": programOf(parts) });
  const { code, stdout, stderr } = await stack.project.run([...words, "--policy-pack", "pack"], { env: { PWD: stack.project.folder } });
  const broken = Array.from(stdout.matchAll(/^ {8}- \[mandatory\] {2}([\w-]+) /gm), ([, policy]) => policy);
  return { code, output: stdout + stderr, broken };
}

test("reports a violation of each policy in a preview of the plugin's resources, with the message for dynamic resources", async () => {
  const { code, output, broken } = await run(
    ["preview"],
    cases.map(({ fails }) => fails),
  );
  expect(code).not.toBe(0);
  expect([...new Set(broken)].toSorted()).toEqual(cases.map(({ policy }) => policy).toSorted());
  const words = output.replaceAll(/\s+/g, " ");
  for (const { policy, message } of cases) for (const part of message) expect(words, policy).toContain(part.replaceAll(/\s+/g, " "));
});

test("stops an update of the plugin's resources that violates a policy, and runs it once it does not", async () => {
  const { fails, passes } = cases.find(({ policy }) => policy === "whole-directory") ?? { fails: "", passes: "" };
  const refused = await run(["up", "--yes", "--skip-preview"], [fails]);
  expect(refused.code).not.toBe(0);
  expect(refused.broken).toEqual(["whole-directory"]);
  expect(stack.service.simulator.grants()).toEqual([]);
  expect(await run(["up", "--yes", "--skip-preview"], [passes])).toMatchObject({ code: 0, broken: [] });
  expect(resourceTypeOf(stack.project.resource("whole").type)).toEqual({ kind: "ResourceShare", binding: "plugin" });
});
