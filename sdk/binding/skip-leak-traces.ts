type Format = (error: Error, sites: NodeJS.CallSite[]) => unknown;
const errors: { prepareStackTrace?: Format | undefined } = Error;

/**
 * Skips the formatting of stack traces that are not used, until the returned function is called. Pulumi captures four traces for each
 * property of a resource, for its report of leaked promises. Formatting them takes half of the time of a preview without changes. Errors
 * with a message, and the trace of a resource's declaration, are formatted as usual.
 *
 * @returns A function that restores the formatter.
 */
export function skipLeakTraces(): () => void {
  const format = errors.prepareStackTrace;
  if (format === undefined || process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) return () => undefined;
  errors.prepareStackTrace = (error, sites) => (isLeakTrace(error) ? String(error) : format(error, sites));
  return () => {
    errors.prepareStackTrace = format;
  };
}

/** Whether an error only captures a trace for the leak report. For the place of a declaration, Pulumi sets an infinite limit. */
function isLeakTrace(error: Error): boolean {
  return error.message === "" && Number.isFinite(Error.stackTraceLimit);
}
