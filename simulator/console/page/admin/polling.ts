import { useEffect, useState } from "preact/hooks";
import type { CallRecord, FaultRule, FullWorldFile } from "../../../index.ts";
import type { AccessTable } from "../../access-view.ts";
import { base } from "./changes.ts";

/** What the service reports about itself. */
interface Status {
  readonly now: string;
  /** How many times as fast as a real clock the service's time runs; 0 when it is stopped. */
  readonly speed: number;
  /** Numbers of logged calls; 0 when there are none. */
  readonly calls: { readonly first: number; readonly last: number };
}

/** A scripted fault, with how often it was injected. */
export type ScriptedFault = FaultRule & { readonly id: number; readonly hit: number };

/** What the admin interface and the console's own server return for their paths. */
interface AdminValues {
  readonly status: Status;
  readonly world: FullWorldFile;
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  readonly faults: readonly ScriptedFault[];
  readonly invariants: readonly string[];
  readonly operations: readonly string[];
  readonly [access: `console/access.json?search=${string}`]: AccessTable;
  readonly [response: `responses/${number}`]: { readonly body?: unknown };
}

const pauseMs = 500;

/**
 * Reads a value again and again while the page is visible, and at once when `key` changes; not at all without a key.
 *
 * @returns `undefined` until it is read, and while the service cannot be reached.
 */
function usePolled<Value>(
  key: string | undefined,
  read: (previous: Value | undefined, signal: AbortSignal) => Promise<Value>,
): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    if (key === undefined) return undefined;
    const ended = new AbortController();
    let previous = value;
    let timer = 0;
    const poll = async (): Promise<void> => {
      try {
        if (!document.hidden) previous = await read(previous, ended.signal);
      } catch {
        previous = undefined;
      }
      if (ended.signal.aborted) return;
      setValue(previous);
      timer = window.setTimeout(() => void poll(), pauseMs);
    };
    void poll();
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return value;
}

/**
 * The current value of a path of the admin interface.
 *
 * @param revision A new number reads the value at once; without one it is not read.
 */
export function useAdminValue<Path extends keyof AdminValues>(path: Path, revision: number | undefined): AdminValues[Path] | undefined {
  const key = revision === undefined ? undefined : `${path} ${revision}`;
  const polled = usePolled<{ readonly text: string; readonly value: AdminValues[Path] }>(key, async (previous, signal) => {
    const text = await textOf(path, signal);
    // The page and the admin interface are of one package, so that the response has the type of its path.
    return text === previous?.text ? previous : { text, value: JSON.parse(text) as AdminValues[Path] };
  });
  return polled?.value;
}

/** The logged calls, oldest first. */
export function useCalls(revision: number | undefined): readonly CallRecord[] | undefined {
  return usePolled<readonly CallRecord[]>(revision?.toString(), async (previous = [], signal) => {
    // As in `useAdminValue`, the response has the type of its path.
    const { first, last } = (JSON.parse(await textOf("status", signal)) as Status).calls;
    const lastKnown = previous.at(-1)?.number ?? 0;
    // A smaller last number means another service, or a log that was cleared.
    const known = last < lastKnown ? [] : previous.filter(({ number }) => number >= first);
    if (last === lastKnown) return known.length === previous.length ? previous : known;
    // As in `useAdminValue`.
    const more = JSON.parse(await textOf(`calls?after=${known.at(-1)?.number ?? 0}`, signal)) as readonly CallRecord[];
    return [...known, ...more];
  });
}

async function textOf(path: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(base + path, { signal });
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}
