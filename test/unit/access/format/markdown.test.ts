import * as fc from "fast-check";
import { expect, test } from "vitest";
import { singleLine } from "../../../../provider/kernel/printable.ts";
import { code, prose } from "../../../../access/format/markdown-text.ts";
import { toMarkdown } from "../../../../access/format/markdown.ts";
import { cellsOf, partsOf } from "../../../support/markdown-reader.ts";
import { sample } from "../sample.ts";
import { changesOf, emptyDiff, type SnapshotValues } from "../builders.ts";
import { type Target, targetOf } from "../../../../access/share-snapshot.ts";

/** Texts that platforms render as links, references, mentions, emoji, formulas and markup. */
const read = [
  ..."https://evil.example www.evil.example mailto:a@b.example a@b.example ftp://x [y](z) <https://x> ![x](y)".split(" "),
  ..."#1 GH-1 org/repo#1 org/repo@deadbeef da39a3ee5e6b4b0d3255bfef95601890afd80709 defaced !1 %2 ~label &3 JIRA-4".split(" "),
  ..."@x @org/team :smile: :+1: $x$ $$ $`x`$ <b> <!-- &lt; | ` `` *x* __x__ ~~x~~ \\ /approve".split(" "),
  ...["[x]: y", "\n", "\u202E", "## x", "- [ ] x", "✅ **No policy stops this update**"],
];
const names = fc
  .array(fc.oneof(fc.constantFrom(...read), fc.string({ maxLength: 4 })), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(""))
  .filter((name) => singleLine(name) !== "");

// (promise P-markdown)
test("writes any name in Markdown as one code span from which a parser reads the name", () => {
  fc.assert(
    fc.property(names, (name) => {
      const changes = sample
        .slice(1)
        .map((access) => ({ ...access, change: "gained" as const, gap: false, permission: name, shares: [{ name, pending: false }] }));
      const text = toMarkdown({ ...emptyDiff, changes });
      const row = text.split("\n").find((line) => line.startsWith("| **+ gained** |")) ?? "";
      const cells = cellsOf(row).map(partsOf);
      expect(cells).toHaveLength(5);
      const shown = [{ isCode: true, text: singleLine(name) }];
      expect(cells.slice(3)).toEqual([shown, shown]);
    }),
  );
});

// (promise P-markdown)
test("writes everything in Markdown except plain words of a sentence as code spans", () => {
  fc.assert(
    fc.property(names, names, (one, other) => {
      const remarks = [`share ${one} is managed elsewhere: ${other}`];
      const finding = {
        level: "advisory" as const,
        policy: one,
        pack: "guard",
        urn: `urn:pulumi:s::p::t::${other}`,
        message: `${one}\n${other}`,
      };
      const text = toMarkdown({
        ...emptyDiff,
        remarks,
        policies: { packs: [{ name: one, version: other }], findings: [finding], refused: false },
      });
      const lines = text.split("\n").filter((line) => line.startsWith("- ") || line.includes("| advisory |"));
      expect(lines).toHaveLength(2);
      const outside = lines
        .flatMap((line) => (line.startsWith("- ") ? [line.slice(2)] : cellsOf(line)))
        .flatMap(partsOf)
        .filter(({ isCode }) => !isCode);
      for (const { text: rest } of outside) expect(rest).toMatch(/^(?:[\p{L}\p{M}\d\s()".,;:?'’-]|<br>)*$/u);
      for (const { text: rest } of outside) expect(rest).not.toMatch(/https?:|www\.|#|GH-|@|:\w+:|\$|\b[0-9a-f]{7,40}\b/);
    }),
  );
});

test.each([
  ["", ""],
  ["a", "`a`"],
  ["a`b", "``a`b``"],
  ["`", "`` ` ``"],
  [" a ", "`  a  `"],
  ["  ", "`  `"],
  ["a\nb", "`a b`"],
])("writes %j in Markdown as the code span %j", (text, span) => {
  expect(code(text)).toBe(span);
});

test("names every target outside the directory in the Markdown comment, among thousands of other changes", () => {
  const [first] = sample;
  const change = { change: "gained" as const, gap: false };
  const others = Array.from({ length: 5000 }, (_, index) =>
    sample.slice(1).map((access) => ({ ...access, ...change, resource: { type: "VSwitch", id: `vsw-${index}` } })),
  ).flat();
  const ids = Array.from({ length: 250 }, (_, index) => String(3_000_000_000_000_000 + index));
  const external = ids.flatMap((id) => (first ? [{ ...first, ...change, target: { ...first.target, id } }] : []));
  const text = toMarkdown({ ...emptyDiff, changes: [...others, ...external] });
  expect(text.length).toBeLessThan(65_536);
  expect(ids.filter((id) => !text.includes(id))).toEqual([]);
});

const accounts = (first: string, count: number, external: boolean | null) =>
  Array.from({ length: count }, (_, index) => targetOf(String(Number(first) + index), external));

test("names each account outside the directory that can write in the Markdown comment, and says so, before the others", () => {
  const one = (number: number, values: SnapshotValues) => changesOf("gained", { share: { name: `team-${number}`, id: "" }, ...values });
  const reading = Array.from({ length: 24 }, (_, index) => one(index, { targets: accounts(`3000000000000${100 + index * 15}`, 15, true) }));
  const writers = accounts("2000000000000100", 300, true);
  const permissions = { VSwitch: "AliyunRSPermissionVSwitchReadWrite" };
  const text = toMarkdown({ ...emptyDiff, changes: [...reading.flat(), ...one(24, { targets: writers, permissions })] });
  expect(writers.filter(({ id }) => !text.includes(`\`${id}\` (can write)`))).toEqual([]);
  expect(text.lastIndexOf("(can write)")).toBeLessThan(text.indexOf("`3000000000000100`"));
});

test("lists certain risks in the Markdown comment before possible ones, and leaves out harmless changes first", () => {
  const one = (index: number, targets: readonly Target[], values: SnapshotValues = {}) =>
    changesOf("gained", { share: { name: `share-of-a-platform-team-${index}`, id: `rs-${index}` }, targets, ...values });
  const possible = Array.from({ length: 150 }, (_, index) => one(index, accounts(`30000000000${10_000 + index * 10}`, 5, null)));
  const harmless = Array.from({ length: 300 }, (_, index) => one(index, [targetOf(`fd-${index}`, false)]));
  const certain = ["ipam.aliyuncs.com", "rd-1"].flatMap((id) => one(900, [targetOf(id, false)]));
  const writing = one(901, [targetOf("fd-w", false)], { permissions: { VSwitch: "AliyunRSPermissionVSwitchReadWrite" } });
  const text = toMarkdown({ ...emptyDiff, changes: [...possible.flat(), ...harmless.flat(), ...certain, ...writing] });
  const rows = text.split("\n").filter((line) => /^\| [a-z ,]+ \| \*\*\+ gained/.test(line));
  expect(rows.map((row) => row.split(" | ", 1).join("").slice(2)).slice(0, 4)).toEqual([
    "service",
    "directory",
    "write",
    "possibly external",
  ]);
  expect(rows).toHaveLength(153);
  expect(text.length).toBeLessThan(65_536);
});

test("never exceeds the maximum length of a Markdown comment and names what it omits", () => {
  const share = (index: number) => ({ name: `share-of-a-platform-team-${index}`, pending: false });
  const changes = (["gained", "lost", "kept", "unknown"] as const).flatMap((change) =>
    sample.flatMap((access) =>
      Array.from({ length: 2000 }, (_, index) => ({
        ...access,
        change,
        gap: change === "kept" && index % 2 === 0,
        shares: [share(index)],
      })),
    ),
  );
  const finding = { policy: "naming", pack: "guard", urn: "urn:pulumi:dev::shop::a:b:C::d", message: "x".repeat(100) };
  const findings = Array.from({ length: 900 }, (_, index) => ({
    ...finding,
    level: index % 2 === 0 ? ("mandatory" as const) : ("advisory" as const),
  }));
  const remarks = Array.from({ length: 900 }, (_, index) => `share rs-${index} is managed elsewhere`);
  const text = toMarkdown({ ...emptyDiff, changes, remarks, policies: { packs: [], findings, refused: true } }, { hasPicture: true });
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/\| … \d+ more in `--format json` \|/);
  expect(text).toContain("It is too large for a comment");
});

test("keeps code of a finding with its spaces as one Markdown code span", () => {
  expect(prose("use `pulumi config set --secret` or (`a b`): it's fine")).toBe("use `pulumi config set --secret` or (`a b`): it's fine");
  expect(prose("an odd ` backtick, and #1")).toBe("an odd `` ` `` backtick, and `#1`");
});
