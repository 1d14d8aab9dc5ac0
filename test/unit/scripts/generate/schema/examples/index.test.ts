import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, it } from "vitest";
import ts from "typescript";
import { exampleTexts, exampleUsage } from "../../../../../../scripts/generate/schema/examples/index.ts";
import { examplePrograms } from "../../../../../../scripts/generate/schema/examples/programs.ts";
import { packageSchema } from "../../../../../../scripts/generate/schema/index.ts";
import { openPlugin, unknown } from "../../../../provider/plugin/client.ts";

const { resources } = packageSchema();
const kinds = Object.keys(resources);
const textOf = (kind: string, language: "typescript" | "python" | "go" | "yaml") => exampleTexts(kind, resources)?.[language] ?? "";

interface YamlResource {
  readonly type: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly options?: { readonly dependsOn: readonly string[] };
}

/** The parser that Pulumi's SDK uses. */
const yaml = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"))("js-yaml") as {
  load(text: string): { readonly resources: Readonly<Record<string, YamlResource>> };
};

let plugin: Awaited<ReturnType<typeof openPlugin>>;
beforeAll(async () => {
  plugin = await openPlugin();
  await plugin.configure({ accessKeyId: "id", accessKeySecret: "secret", accounts: JSON.stringify({ consumer: { profile: "consumer" } }) });
});
afterAll(() => plugin.close());

it("has an example in the schema for each kind of resource, and uses the kind in it", () => {
  expect(Object.keys(examplePrograms).toSorted()).toEqual(kinds.toSorted());
  for (const kind of kinds) expect(examplePrograms[kind]?.resources.map((one) => one.kind)).toContain(kind);
});

it.each(kinds)("writes an example of %s in YAML for the schema, and the plugin accepts its arguments", async (kind) => {
  const parsed = Object.entries(yaml.load(textOf(kind, "yaml")).resources);
  const names = parsed.map(([name]) => name);
  for (const [name, { type, properties = {}, options }] of parsed) {
    const references = [...JSON.stringify({ properties, options }).matchAll(/\$\{(\w+)/g)].map(([, reference]) => reference);
    expect(names).toEqual(expect.arrayContaining(references));
    const known = JSON.parse(JSON.stringify(properties).replaceAll(/\$\{\w+\.id\}/g, unknown)) as Record<string, unknown>;
    const token = type.split(":").at(-1) ?? "";
    expect(type).toBe(token === "DeviceAction" ? `resourceshare:device:${token}` : `resourceshare:${token}`);
    expect((await plugin.check(token, known, {}, name)).failures).toEqual([]);
  }
});

it.each(kinds)("writes an example of %s in TypeScript for the schema without a syntax error", (kind) => {
  const { diagnostics } = ts.transpileModule(textOf(kind, "typescript"), { reportDiagnostics: true });
  expect(diagnostics).toEqual([]);
});

it("writes examples in Python for the schema, and they compile", () => {
  const compile = "import sys\nfor text in sys.stdin.read().split('\\0'): compile(text, 'example', 'exec')";
  const { status, stderr } = spawnSync("python3", ["-c", compile], {
    input: kinds.map((kind) => textOf(kind, "python")).join("\0"),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

it.each(kinds)("writes an example of %s in Go for the schema, and gofmt keeps it unchanged", (kind) => {
  // A machine whose CLI is the vendor's may have no Go. The text is the same on every machine.
  const { error, stdout, stderr } = spawnSync("gofmt", ["-d"], { input: `${textOf(kind, "go")}\n`, encoding: "utf8" });
  expect(error ? "" : stdout + stderr).toBe("");
});

it("writes the examples of a schema between Pulumi's short codes, one block for each language", () => {
  const usage = exampleUsage("ShareTags", resources);
  expect(usage.split("\n").filter((line) => /^(\{\{|#|```\w)/.test(line))).toEqual([
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    "### Tag a share of another team",
    "```typescript",
    "```python",
    "# Only these keys are changed.",
    "```go",
    "```yaml",
    "{{% /example %}}",
    "{{% /examples %}}",
  ]);
});
