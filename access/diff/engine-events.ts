import { isRecord, parseJson } from "../../provider/kernel/json.ts";

/** The kinds of engine events, also those that are ignored: an object with one of these keys is an engine event. */
const eventKinds =
  /^(preludeEvent|resourcePreEvent|resOutputsEvent|resOpFailedEvent|summaryEvent|diagnosticEvent|stdoutEvent|cancelEvent|policy\w*Event|progressEvent|errorEvent|startDebuggingEvent)$/;

/** An event of the engine, of any kind. */
export type EngineEvent = Readonly<Record<string, unknown>>;

/**
 * Reads the events of a text, one of each line.
 *
 * @param refusal The error for a line that is no event.
 */
export function* eventsIn(text: string, refusal: () => Error): Generator<EngineEvent> {
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const event = eventOf(parseJson(line));
    if (event === undefined) throw refusal();
    yield event;
  }
}

/** Returns the value when it is an engine event, else `undefined`. */
export function eventOf(value: unknown): EngineEvent | undefined {
  return isRecord(value) && Object.keys(value).some((key) => eventKinds.test(key)) ? value : undefined;
}

/** Whether a JSON value is what `pulumi preview --json` prints: the whole document, or one event. */
export function isPreview(value: unknown): boolean {
  return isRecord(value) && ("steps" in value || "changeSummary" in value || eventOf(value) !== undefined);
}

/** What the engine prints beside the cause of a failure. */
export const withoutCause = /^(preview|update|refresh|destroy) failed$/;

/**
 * The engine's reason why a preview or an update failed; `undefined` when it reports no cause, as for a mandatory policy.
 * The reason may contain secrets of the program: the command removes the secrets that it knows before it prints the reason.
 */
export function failureIn(messages: readonly string[]): string | undefined {
  const reason = messages.map((message) => message.replace(/^error: /, "").trim()).find((line) => !withoutCause.test(line));
  return reason?.split("\n").slice(0, 2).join(" ");
}
