import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parseJson } from "../../../provider/kernel/json.ts";
import { createSimulator } from "../../../simulator/index.ts";
import { run } from "../../../cli/run.ts";
import { previewText, previewWithoutSames, stateBefore } from "../cli/previews.ts";
import { arbitraryJsonValue, mutated } from "./arbitrary-values.ts";
import { checkProperty, testOptions } from "./seed.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);

async function resourceshare(...words: string[]) {
  const output: { out: string[]; err: string[] } = { out: [], err: [] };
  // The interrupt has arrived already, so that a server ends at once.
  const interrupted = Promise.resolve();
  const code = await run(words, { out: (line) => output.out.push(line), err: (line) => output.err.push(line), interrupted });
  return { code, out: output.out, err: output.err };
}

/** A corrupt file: with a changed value, truncated, or with random bytes. */
function spoiled(text: string): fc.Arbitrary<string> {
  const value = parseJson(text);
  const cut = fc.nat({ max: text.length }).map((length) => text.slice(0, length));
  const struck = fc
    .tuple(fc.nat({ max: text.length }), fc.string({ maxLength: 5, unit: "binary" }))
    .map(([at, some]) => text.slice(0, at) + some + text.slice(at + some.length));
  const lines = text.split("\n");
  const line = fc
    .nat({ max: lines.length - 1 })
    .chain((index) =>
      mutated(parseJson(lines[index] ?? ""), arbitraryJsonValue).map((other) => lines.with(index, JSON.stringify(other) ?? "").join("\n")),
    );
  const edited = value === undefined ? line : mutated(value, arbitraryJsonValue).map((other) => JSON.stringify(other) ?? "");
  return fc.oneof({ weight: 6, arbitrary: edited }, cut, struck);
}

function written(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** One line with the error, and no stack trace. */
function expectSentence(err: readonly string[]): void {
  expect(err).toHaveLength(1);
  expect(err[0]).toMatch(/^resourceshare: [^\p{Cc}]{10,4000}$/u);
  expect(err[0]).not.toMatch(/is not a function|Cannot read prop|not iterable|call stack|undefined \(|\bat .*:\d+:\d+/);
}

test.each(["edit.json", "edit.jsonl", "first.json", "replace.json"])(
  "ends `diff` of a corrupt %s with a result or one sentence",
  testOptions,
  async (name) => {
    const formats = fc.constantFrom("markdown", "json", "table");
    await checkProperty(fc.tuple(spoiled(previewText(name)), formats), 250, async ([text, format]) => {
      const { code, out, err } = await resourceshare("diff", written("preview", text), "--format", format, "--fail-on", "any");
      expect([0, 2, 3]).toContain(code);
      if (code !== 2) return;
      expect(out).toEqual([]);
      expectSentence(err);
    });
  },
);

test("ends `diff` with a corrupt state beside the preview with a result or one sentence", testOptions, async () => {
  const preview = written("changed", previewWithoutSames());
  await checkProperty(spoiled(stateBefore()), 250, async (text) => {
    const { code, err } = await resourceshare("diff", preview, "--state", written("state", text));
    expect([0, 2]).toContain(code);
    if (code === 2) expectSentence(err);
  });
});

test("serves a corrupt world with `simulate`, or reports in one sentence what is wrong", testOptions, async () => {
  const world = JSON.stringify(createSimulator().save());
  await checkProperty(spoiled(world), 250, async (text) => {
    const { code, out, err } = await resourceshare("simulate", "--port", "0", "--world", written("world", text));
    expect([0, 1, 2]).toContain(code);
    if (code === 0) return;
    expect(out).toEqual([]);
    expectSentence(err);
  });
});
