/** An error with a message for the user, printed without a stack trace. */
export class SetupError extends Error {
  /** @override */
  name = "SetupError";
}

/**
 * Prints a message to stderr, so that stdout contains only data.
 * @param {string} subject
 * @param {string} text
 */
export function report(subject, text) {
  process.stderr.write(`${subject}: ${text}\n`);
}

/**
 * Runs a command of this repository. An error for the user is reported without a stack trace, and the command fails.
 * @param {string} subject
 * @param {() => unknown} work
 */
export async function runCommand(subject, work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    report(subject, error.message);
    process.exitCode = 1;
  }
}

/** Formats a duration in seconds or minutes. @param {number} milliseconds */
export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Runs long work and reports at intervals that it is still in progress.
 * @template T
 * @param {string} subject
 * @param {() => string} state progress to report besides the elapsed time; may be empty
 * @param {() => Promise<T>} work
 * @param {number} [everyMs]
 * @returns {Promise<T>}
 */
export async function withProgress(subject, state, work, everyMs = 20_000) {
  const since = Date.now();
  const timer = setInterval(
    () => report(subject, ["still at it", duration(Date.now() - since), state()].filter(Boolean).join(", ")),
    everyMs,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
