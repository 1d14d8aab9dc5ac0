/**
 * Waits for work that several callers share. An abort rejects only this caller's promise; the shared work continues.
 * @param onLeave - called with the signal's reason when this caller stops waiting
 * @returns its result; rejects with the signal's reason when the signal is aborted first
 */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, onLeave?: (reason: unknown) => void): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      onLeave?.(signal.reason);
      reject(signal.reason);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
