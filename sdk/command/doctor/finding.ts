import { styleText } from "node:util";
import { singleLine } from "../../../provider/kernel/printable.ts";

export type Level = "ok" | "warning" | "problem";

/** One thing that was looked at. */
export interface Finding {
  readonly level: Level;
  /** What was looked at. */
  readonly subject: string;
  /** What was found. */
  readonly message: string;
  /** How to mend it. */
  readonly fix?: string | undefined;
}

export function ok(subject: string, message: string): Finding {
  return { level: "ok", subject, message };
}

/** Something that works and may surprise. */
export function warning(subject: string, message: string, fix?: string): Finding {
  return { level: "warning", subject, message, fix };
}

/** Something that does not work. */
export function problem(subject: string, message: string, fix?: string): Finding {
  return { level: "problem", subject, message, fix };
}

const styles = { ok: "green", warning: "yellow", problem: "red" } as const;
const widest = 7;

/** A finding as lines for people: level, subject and what was found, then how to mend it. */
export function linesOf({ level, subject, message, fix }: Finding, colours: boolean): string[] {
  const word = level.padEnd(widest);
  const shown = colours ? styleText(styles[level], word, { validateStream: false }) : word;
  const flat = (text: string) => singleLine(text).trim();
  return [`${shown}  ${subject}: ${flat(message)}`, ...(fix === undefined ? [] : [`${" ".repeat(widest)}  → ${flat(fix)}`])];
}
