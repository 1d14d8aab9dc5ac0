/** Waits for an answer that others wait for as well: who is aborted leaves with the signal's reason, and the work goes on. */
export function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined, left?: (reason: unknown) => void): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      left?.(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    answer.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
