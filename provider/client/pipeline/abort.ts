/**
 * Waits for an answer that several callers share. An abort rejects only this caller's promise; the shared work continues.
 * @param onLeave - called with the signal's reason when this caller stops waiting
 * @returns the answer; rejects with the signal's reason when the signal is aborted first
 */
export function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined, onLeave?: (reason: unknown) => void): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      onLeave?.(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
