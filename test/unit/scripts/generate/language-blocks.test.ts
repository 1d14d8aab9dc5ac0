import { expect, test } from "vitest";
import { withPrograms } from "../../../../scripts/generate/language-blocks.mjs";

const page = "Before.\n\n<!-- languages: Thing -->\nold\n<!-- end of languages -->\n\nAfter.\n";
const programs = (source: string) => (source === "Thing" ? { yaml: "resources: {}", python: "import pulumi" } : undefined);

test("replaces what stands between the marks by the programs of the source, and nothing else", () => {
  const written = withPrograms(page, programs);
  expect(written).toMatch(/^Before\.\n\n<!-- languages: Thing -->\n[^]*<!-- end of languages -->\n\nAfter\.\n$/);
  expect(written).toContain("<summary>YAML, with the plugin</summary>\n\n```yaml\nresources: {}\n```\n\n</details>");
  expect(written).toContain("```python\nimport pulumi\n```");
  expect(written).not.toContain("old");
  expect(withPrograms(written, programs)).toBe(written);
});

test("rejects a source without programs", () => {
  expect(() => withPrograms(page.replace("Thing", "Nothing"), programs)).toThrow("there is no program of Nothing");
});
