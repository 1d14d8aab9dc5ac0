import { styleText } from "node:util";
import { singleLine } from "../../../provider/kernel/text.ts";

export type Level = "ok" | "warning" | "problem";

/** One thing that was looked at. */
export interface Finding {
  readonly level: Level;
  /** What was looked at. */
  readonly subject: string;
  /** What was found. */
  readonly said: string;
  /** How to mend it. */
  readonly mend?: string | undefined;
}

export function ok(subject: string, said: string): Finding {
  return { level: "ok", subject, said };
}

/** Something that works and may surprise. */
export function warning(subject: string, said: string, mend?: string): Finding {
  return { level: "warning", subject, said, mend };
}

/** Something that does not work. */
export function problem(subject: string, said: string, mend?: string): Finding {
  return { level: "problem", subject, said, mend };
}

const styles = { ok: "green", warning: "yellow", problem: "red" } as const;
const widest = 7;

/** A finding as lines for people: level, subject and what was found, then how to mend it. */
export function linesOf({ level, subject, said, mend }: Finding, colours: boolean): string[] {
  const word = level.padEnd(widest);
  const shown = colours ? styleText(styles[level], word, { validateStream: false }) : word;
  const flat = (text: string) => singleLine(text).trim();
  return [`${shown}  ${subject}: ${flat(said)}`, ...(mend === undefined ? [] : [`${" ".repeat(widest)}  → ${flat(mend)}`])];
}
