import type { Change } from "./changes.ts";

/** How many accesses change in which way, and what deserves a second look. */
export interface Tally {
  readonly gained: number;
  readonly lost: number;
  readonly kept: number;
  readonly unknown: number;
  /** Accesses that are kept, and not all the time. */
  readonly gaps: number;
  /** Gained accesses that wait for an answer to an invitation. */
  readonly pending: number;
  /** Targets outside the resource directory that gain access. */
  readonly externalTargets: number;
  /** Whole resource directories that gain access. */
  readonly directories: number;
}

/** What may stop a pipeline. */
export const gates = ["external", "loss", "gap", "any", "unknown"] as const;
export type Gate = (typeof gates)[number];

export function tallyOf(changes: readonly Change[]): Tally {
  const of = (verdict: Change["change"]) => changes.filter(({ change }) => change === verdict);
  const gaining = [...of("gained"), ...of("unknown").filter(({ target }) => target.kind !== "Unknown")];
  const targets = (test: (change: Change) => boolean) => new Set(gaining.filter(test).map(({ target }) => target.id)).size;
  return {
    gained: of("gained").length,
    lost: of("lost").length,
    kept: of("kept").length,
    unknown: of("unknown").length,
    gaps: changes.filter(({ gap }) => gap).length,
    pending: of("gained").filter(({ pending }) => pending).length,
    externalTargets: targets(({ target }) => target.external),
    directories: targets(({ target }) => target.kind === "ResourceDirectory"),
  };
}

/** The numbers as a sentence. */
export function tallyText({ gained, lost, kept, unknown, gaps, pending, externalTargets, directories }: Tally): string {
  if (gained + lost + unknown + gaps === 0) return kept === 0 ? "No access through shares." : `No access changes; ${kept} kept.`;
  const counts = [`${gained} gained`, `${lost} lost`, `${kept} kept`, ...(unknown > 0 ? [`${unknown} unknown`] : [])].join(", ");
  const notes = [
    ...(externalTargets > 0 ? [`${number(externalTargets, "target")} outside the resource directory`] : []),
    ...(directories > 0 ? [number(directories, "whole directory", "whole directories")] : []),
    ...(gaps > 0 ? [`${gaps} with a gap`] : []),
    ...(pending > 0 ? [`${pending} pending`] : []),
  ];
  return `${counts}${notes.length > 0 ? `; ${notes.join(", ")}` : ""}.`;
}

/** Which of the asked gates say no, and why; `isIncomplete` is a preview of which something is not known. */
export function closedGates(asked: readonly Gate[], tally: Tally, isIncomplete: boolean): string[] {
  const { gained, lost, unknown, gaps, externalTargets } = tally;
  const reasons: Readonly<Record<Gate, string | undefined>> = {
    external: externalTargets > 0 ? `${number(externalTargets, "target")} outside the resource directory gain access` : undefined,
    loss: lost > 0 ? `${lost} lost` : undefined,
    gap: gaps > 0 ? `${gaps} with a gap` : undefined,
    any: gained + lost + unknown + gaps > 0 ? "access changes" : undefined,
    unknown: unknown > 0 || isIncomplete ? "not everything is known" : undefined,
  };
  return asked.flatMap((gate) => (reasons[gate] === undefined ? [] : [`${gate}: ${reasons[gate]}`]));
}

function number(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
