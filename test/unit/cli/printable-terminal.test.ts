import * as fc from "fast-check";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isPrintable } from "../../../provider/kernel/printable.ts";
import { printableTerminal } from "../../../cli/printable-terminal.ts";
import { previewText, stateBefore } from "./previews.ts";
import { runHere } from "./run-here.ts";
import { hostilePieces, hostileTexts } from "../../support/hostile-texts.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const hostile = `a${hostilePieces.join("b")}&lt;`;

function withoutColours(text: string): string {
  return [1, 2, 22, 31, 32, 33, 39].reduce((shown, number) => shown.replaceAll(`\u001B[${number}m`, ""), text);
}

/** The text that a terminal has received. */
function recordingTerminal() {
  const seen = { out: "", err: "" };
  const terminal = {
    out: (text: string) => (seen.out += `${text}\n`),
    err: (text: string) => (seen.err += `${text}\n`),
    interrupted: new Promise<void>(() => undefined),
  };
  return { seen, terminal };
}

function expectPrintable(text: string): void {
  for (const line of text.split("\n")) expect(line, JSON.stringify(line)).toSatisfy(isPrintable);
}

const folder = temporaryFolder(afterAll);
beforeAll(() => {
  const texts = { "edit.json": previewText("edit.json"), "refused.jsonl": previewText("refused.jsonl"), "state.json": stateBefore() };
  const inJson = JSON.stringify(hostile).slice(1, -1);
  for (const [name, text] of Object.entries(texts))
    writeFileSync(
      join(folder, name),
      text.replaceAll(/\b(network|fd-apps01|vsw-demo01|naming)\b/g, (word) => `${inJson}${word}`),
    );
});

// (promise P-printable)
test.each(["markdown", "json", "table", "mermaid", "svg", "dot"])(
  "prints only printable text from a hostile preview as %s",
  async (format) => {
    for (const preview of ["edit.json", "refused.jsonl"]) {
      const words = ["diff", join(folder, preview), "--state", join(folder, "state.json"), "--format", format];
      const { code, out, err } = await runHere(words);
      expect(code, err).toBe(0);
      expect(out).toContain("vsw-demo01");
      expectPrintable(out + err);
    }
  },
);

// (promise P-printable)
test.each(["table", "json", "mermaid", "svg", "dot"])("prints only printable text from a hostile state as %s", async (format) => {
  const { code, out, err } = await runHere(["access", "--stack", join(folder, "state.json"), "--format", format]);
  expect(code, err).toBe(0);
  expectPrintable(out + err);
});

// (promise P-printable)
test.each([
  [[hostile]],
  [["diff", hostile]],
  [["access", "--format", hostile]],
  [["access", "--stack", hostile]],
  [["diff", "--fail-on", hostile]],
  [["adopt", hostile]],
  [["simulate", "--port", hostile]],
  [[`--${hostile}`]],
])("prints only printable text about a hostile command line (%#)", async (words) => {
  const { code, out, err } = await runHere(words);
  expect(code).not.toBe(0);
  expect(err).not.toBe("");
  expectPrintable(out + err);
});

test("keeps line breaks and the colours of data, no other control characters, and each message on one line", () => {
  const { seen, terminal } = recordingTerminal();
  printableTerminal(terminal).out("\u001B[31m- lost\u001B[39m\n\u001B[8mhidden\u001B[28m");
  expect(seen.out).toBe("\u001B[31m- lost\u001B[39m\n [8mhidden [28m\n");
  printableTerminal(terminal).err("\u001B[32mnothing is lost\u001B[39m\nresourceshare: all is well");
  expect(seen.err).toBe(" [32mnothing is lost [39m resourceshare: all is well\n");
});

// (promise P-printable)
test("prints only printable text, whatever a command prints", () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const { seen, terminal } = recordingTerminal();
      const own = printableTerminal(terminal);
      own.out(text);
      own.err(text);
      expectPrintable(seen.err);
      expectPrintable(withoutColours(seen.out));
    }),
  );
});
