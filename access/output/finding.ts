import { styleText } from "node:util";
import { singleLine } from "../../provider/kernel/printable.ts";

/** The severity of a finding. */
export type Level = "ok" | "warning" | "problem";

/** The result of one check. */
export interface Finding {
  readonly level: Level;
  /** What was checked. */
  readonly subject: string;
  /** What was found. */
  readonly message: string;
  /** How to fix it. */
  readonly fix?: string | undefined;
}

/** A finding about something that works. */
export function ok(subject: string, message: string): Finding {
  return { level: "ok", subject, message };
}

/** A finding about something that works, but may be unexpected. */
export function warning(subject: string, message: string, fix?: string): Finding {
  return { level: "warning", subject, message, fix };
}

/** A finding about something that does not work. */
export function problem(subject: string, message: string, fix?: string): Finding {
  return { level: "problem", subject, message, fix };
}

/** Adds the name of the account to a subject, except for the default account. */
export function subjectOf(subject: string, { account }: { readonly account: string | undefined }): string {
  return account === undefined ? subject : `${subject} of ${account}`;
}

const styles = { ok: "green", warning: "yellow", problem: "red" } as const;
const widest = 7;

/** Formats a finding for people: level, subject and message, then the fix. */
export function linesOf({ level, subject, message, fix }: Finding, colours: boolean): string[] {
  const word = level.padEnd(widest);
  const shown = colours ? styleText(styles[level], word, { validateStream: false }) : word;
  const flat = (text: string) => singleLine(text).trim();
  return [`${shown}  ${subject}: ${flat(message)}`, ...(fix === undefined ? [] : [`${" ".repeat(widest)}  → ${flat(fix)}`])];
}
