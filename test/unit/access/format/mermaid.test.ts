import { expect, test } from "vitest";
import { toMermaid } from "../../../../access/format/mermaid.ts";
import { accessesOf } from "../builders.ts";

test("draws eight shares of many in a Mermaid graph, the others as one, and breaks no id", () => {
  const shares = Array.from({ length: 26 }, (_, index) => ({ share: { name: `team-${index}`, id: `rs-${index}` } }));
  const lines = toMermaid(accessesOf(...shares), "26 shares").split("\n");
  expect(lines.filter((line) => line.includes("{{"))).toHaveLength(9);
  expect(lines).toContain(
    '  s8{{"18 more shares without a risk<br/>each share only to its own targets<br/>team-8, team-9, team-10, team-11, team-12,<br/>team-13, team-14, team-15, team-16, team-17,<br/>team-18, team-19, team-20, team-21, team-22,<br/>team-23, team-24, team-25"}}',
  );
  expect(lines).toContain("config: { flowchart: { wrappingWidth: 600, nodeSpacing: 16 } }");
});
