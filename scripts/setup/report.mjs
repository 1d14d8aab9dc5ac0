/** What went wrong, in words for the person who called the set-up: printed without a stack. */
export class SetupError extends Error {
  /** @override */
  name = "SetupError";
}

/**
 * Tells on stderr, so that stdout stays free for data.
 * @param {string} subject
 * @param {string} text
 */
export function report(subject, text) {
  process.stderr.write(`${subject}: ${text}\n`);
}

/** @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs something that takes long, telling now and then that it still goes on.
 * @template T
 * @param {string} subject
 * @param {() => string} state what to say besides the time; may be empty
 * @param {() => Promise<T>} work
 * @param {number} [everyMs]
 * @returns {Promise<T>}
 */
export async function withProgress(subject, state, work, everyMs = 20_000) {
  const since = Date.now();
  const telling = setInterval(
    () => report(subject, ["still at it", duration(Date.now() - since), state()].filter(Boolean).join(", ")),
    everyMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(telling);
  }
}
