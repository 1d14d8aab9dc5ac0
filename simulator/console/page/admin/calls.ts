import { useState } from "preact/hooks";
import type { CallRecord } from "../../../index.ts";
import { read } from "./admin-client.ts";
import { usePolling } from "./polling.ts";

/** What the service reports about itself. */
export interface Status {
  readonly now: string;
  /** How many times as fast as a real clock the service's time runs; 0 when it is stopped. */
  readonly speed: number;
  /** Numbers of logged calls; 0 when there are none. */
  readonly calls: { readonly first: number; readonly last: number };
}

const callsPerRequest = 5_000;

/** The status of the service; `undefined` while the service cannot be reached. */
export function useStatus(revision: number): Status | undefined {
  const [status, setStatus] = useState<Status>();
  const poll = async (signal: AbortSignal): Promise<void> => {
    try {
      setStatus(await read<Status>("status", signal));
    } catch {
      if (!signal.aborted) setStatus(undefined);
    }
  };
  usePolling(poll, String(revision));
  return status;
}

/** The logged calls, oldest first. New calls are read while it is active. */
export function useCalls(isActive: boolean, revision: number): readonly CallRecord[] {
  const [calls, setCalls] = useState<readonly CallRecord[]>([]);
  let known = calls;
  const keep = (next: readonly CallRecord[]): void => {
    known = next;
    setCalls(next);
  };
  const poll = async (signal: AbortSignal): Promise<void> => {
    try {
      const { first, last } = (await read<Status>("status", signal)).calls;
      // A smaller last number means another service, or a log that was cleared.
      if (last < (known.at(-1)?.number ?? 0)) keep([]);
      else if ((known[0]?.number ?? first) < first) keep(known.filter(({ number }) => number >= first));
      while ((known.at(-1)?.number ?? 0) < last) {
        const more = await read<CallRecord[]>(`calls?after=${known.at(-1)?.number ?? 0}&limit=${callsPerRequest}`, signal);
        if (more.length === 0) return;
        keep([...known, ...more]);
      }
    } catch {
      // The next service on this port counts its calls from 1 again.
      if (!signal.aborted) keep([]);
    }
  };
  usePolling(isActive ? poll : undefined, String(revision));
  return calls;
}
