import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { models } from "./models.ts";
import { type Findings, search } from "./search.ts";
import { exceptions } from "./exceptions.ts";

const page = readFileSync(new URL("../../../../docs/recover-after-a-failure.md", import.meta.url), "utf8");
const documented = [...page.matchAll(/^\| ([a-z]) \| /gm)].map(([, letter]) => letter);

describe("a search of all sequences of operations and faults", () => {
  const searches = new Map<string, Promise<Findings>>();
  const findingsOf = (model: (typeof models)[number]) => {
    const known = searches.get(model.name) ?? search(model);
    searches.set(model.name, known);
    return known;
  };

  it.each(models.map((model) => [model.name, model] as const))(
    "finds no sequence of operations and faults that breaks a promise, except the documented exceptions: %s",
    async (_, model) => {
      const { states, counterexamples } = await findingsOf(model);
      expect(counterexamples.filter(({ exception }) => exception === undefined)).toEqual([]);
      expect(states).toBeGreaterThan(model.operations.length);
    },
    120_000,
  );

  it("finds each documented exception by the search of operations and faults, and no other", async () => {
    const all = await Promise.all(models.map(findingsOf));
    const found = all.flatMap(({ counterexamples }) => counterexamples.map(({ exception }) => exception));
    expect([...new Set(found)].toSorted()).toEqual(documented);
  }, 120_000);

  it("lists exactly the exceptions of the recovery page as explanations of counterexamples", () => {
    expect(exceptions.map(({ letter }) => letter)).toEqual(documented);
  });
});
