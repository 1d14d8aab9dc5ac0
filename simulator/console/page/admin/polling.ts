import { useEffect, useState } from "preact/hooks";
import type { FaultRule, FullWorldFile, Grant } from "../../../index.ts";
import { readIfChanged, type Tagged } from "./admin-client.ts";

/** A scripted fault, with how often it was injected. */
export type ScriptedFault = FaultRule & { readonly id: number; readonly hit: number };

/** What the admin interface returns for its paths. */
interface AdminValues {
  readonly grants: readonly Grant[];
  readonly world: FullWorldFile;
  readonly faults: readonly ScriptedFault[];
  readonly invariants: readonly string[];
  readonly operations: readonly string[];
}

const shortestPauseMs = 500;
/** The pause is this many times as long as the poll took, so that large worlds leave the service time for other callers. */
const pauseFactor = 5;

/** Calls `poll` again and again while the page is visible, and at once when `key` changes. `undefined` stops it. */
export function usePolling(poll: ((signal: AbortSignal) => Promise<void>) | undefined, key: string): void {
  useEffect(() => {
    if (!poll) return undefined;
    const ended = new AbortController();
    let timer = 0;
    const repeat = async (): Promise<void> => {
      const since = performance.now();
      if (!document.hidden) await poll(ended.signal);
      if (ended.signal.aborted) return;
      const pauseMs = Math.max(shortestPauseMs, pauseFactor * (performance.now() - since));
      timer = window.setTimeout(() => void repeat(), pauseMs);
    };
    void repeat();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [key, poll === undefined]);
}

/**
 * The current value of a path of the admin interface; `undefined` until it is read.
 *
 * @param isActive Whether it is polled. Otherwise the last value stays.
 * @param revision A new number reads the value at once.
 */
export function useAdminValue<Path extends keyof AdminValues>(
  path: Path,
  isActive: boolean,
  revision: number,
): AdminValues[Path] | undefined {
  const [tagged, setTagged] = useState<Tagged<AdminValues[Path]>>();
  let known = tagged;
  const poll = async (signal: AbortSignal): Promise<void> => {
    try {
      const next = await readIfChanged(path, known, signal);
      if (next === known) return;
      known = next;
      setTagged(next);
    } catch {
      // The header of the page shows that the service cannot be reached.
    }
  };
  usePolling(isActive ? poll : undefined, `${path} ${revision}`);
  return tagged?.value;
}
