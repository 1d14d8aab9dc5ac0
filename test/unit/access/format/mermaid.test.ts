import { expect, test } from "vitest";
import { toMermaid } from "../../../../access/format/mermaid.ts";
import { accessesOf } from "../builders.ts";

test("draws eight shares of many in a Mermaid graph, the others as one, and breaks no id", () => {
  const shares = Array.from({ length: 26 }, (_, index) => ({ share: { name: `team-${index}`, id: `rs-${index}` } }));
  const lines = toMermaid(accessesOf(...shares), "26 shares").split("\n");
  expect(lines.filter((line) => line.includes("{{"))).toHaveLength(9);
  expect(lines).toContain('  s8{{"18 more shares without a risk<br/>team-8, team-9, team-10, team-11 #43; 14 more"}}');
  expect(lines).toContain("config: { flowchart: { wrappingWidth: 600, nodeSpacing: 16 } }");
});
