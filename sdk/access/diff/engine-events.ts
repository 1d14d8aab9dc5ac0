import { isRecord } from "../../../provider/kernel/json.ts";
import { secretsOfEnvironment, withoutSecrets } from "../../command/cli/secrets.ts";

/** The kinds of events that are read or may be passed over; one of them makes a line an event of the engine. */
const eventKinds =
  /^(preludeEvent|resourcePreEvent|resOutputsEvent|resOpFailedEvent|summaryEvent|diagnosticEvent|stdoutEvent|cancelEvent|policy\w*Event|progressEvent|errorEvent|startDebuggingEvent)$/;

/** An event of the engine, or nothing when a value is none. */
export function eventOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isRecord(value) && Object.keys(value).some((key) => eventKinds.test(key)) ? value : undefined;
}

/** Why the engine says that a preview failed, as it words it; it says no more than this when a mandatory policy stopped it. */
export function failureIn(messages: readonly string[]): string | undefined {
  const reason = messages.map((message) => message.replace(/^error: /, "").trim()).find((said) => said !== "preview failed");
  return reason && saidByEngine(reason.split("\n").slice(0, 2).join(" "));
}

/** What the engine, a program or a policy said in a preview, without the secrets of the environment. */
export function saidByEngine(message: string): string {
  return withoutSecrets(message, secretsOfEnvironment(process.env));
}
