import { singleLine } from "../../provider/kernel/printable.ts";
import type { Finding } from "../output/finding.ts";
import { styled, type TableStyle, wrapped } from "./text-columns.ts";

const styles = { ok: "green", warning: "yellow", problem: "red" } as const;
const widest = 7;

/** Formats a finding for people: level, subject and message, then the fix. */
export function linesOf({ level, subject, message, fix }: Finding, { colours, width = Infinity }: TableStyle): string[] {
  const shown = styled(level.padEnd(widest), styles[level], colours);
  const indented = (text: string, indent: number) =>
    wrapped(singleLine(text).trim(), width - indent).map((line, index) => (index === 0 ? line : " ".repeat(indent) + line));
  const [first = "", ...others] = indented(`${subject}: ${message}`, widest + 2);
  const advice = fix === undefined ? [] : indented(fix, widest + 4);
  return [`${shown}  ${first}`, ...others, ...advice.map((line, index) => (index === 0 ? `${" ".repeat(widest)}  → ${line}` : line))];
}
