import { isRecord } from "../../provider/kernel/json.ts";

/** The kinds of engine events, also those that are ignored: an object with one of these keys is an engine event. */
const eventKinds =
  /^(preludeEvent|resourcePreEvent|resOutputsEvent|resOpFailedEvent|summaryEvent|diagnosticEvent|stdoutEvent|cancelEvent|policy\w*Event|progressEvent|errorEvent|startDebuggingEvent)$/;

/** Returns the value when it is an engine event, else `undefined`. */
export function eventOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) && Object.keys(value).some((key) => eventKinds.test(key)) ? value : undefined;
}

/** Whether a JSON value is what `pulumi preview --json` prints: the whole document, or one event. */
export function isPreview(value: unknown): boolean {
  return isRecord(value) && ("steps" in value || "changeSummary" in value || eventOf(value) !== undefined);
}

/**
 * The engine's reason why a preview failed; `undefined` when it reports only "preview failed", as for a mandatory policy.
 * The reason may contain secrets of the program: the command removes the secrets that it knows before it prints the reason.
 */
export function failureIn(messages: readonly string[]): string | undefined {
  const reason = messages.map((message) => message.replace(/^error: /, "").trim()).find((line) => line !== "preview failed");
  return reason?.split("\n").slice(0, 2).join(" ");
}
