type Format = (error: Error, sites: NodeJS.CallSite[]) => unknown;
const errors: { prepareStackTrace?: Format | undefined } = Error;

/**
 * Until the returned function is called, sources are not looked up for traces that nobody reads. Pulumi notes a trace four times for each property
 * of a resource, for its report of promises that leak; their look-ups are half of the time of a preview without a change. An error with a
 * message, and the trace by which Pulumi tells where a resource is declared, are formatted as ever.
 */
export function skipMarkedTraces(): () => void {
  const format = errors.prepareStackTrace;
  if (format === undefined || process.env["PULUMI_DEBUG_PROMISE_LEAKS"]) return () => undefined;
  errors.prepareStackTrace = (error, sites) => (isNote(error) ? String(error) : format(error, sites));
  return () => {
    errors.prepareStackTrace = format;
  };
}

/** Where Pulumi looks for the place of a declaration, it wants the whole stack. */
function isNote(error: Error): boolean {
  return error.message === "" && Number.isFinite(Error.stackTraceLimit);
}
