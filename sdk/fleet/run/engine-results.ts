import { z } from "zod";
import { type EngineEvent, withoutCause } from "../../../access/diff/engine-events.ts";
import { resourceName, withoutColours } from "../../../access/diff/policies/policy-findings.ts";
import type { ResourceCounts } from "./results.ts";

const severities = ["error", "warning", "info#err"] as const;
const Diagnostic = z.looseObject({ message: z.string(), severity: z.enum(severities), urn: z.string().default("") });
const Summary = z.looseObject({ resourceChanges: z.record(z.string(), z.number()) });

/** The errors that the events of an operation report, each once. */
export function errorsIn(events: readonly EngineEvent[]): readonly string[] {
  const texts = diagnosticsIn(events, "error").map(({ message }) => errorText(message));
  return [...new Set(texts)].filter((text) => text !== "" && !withoutCause.test(text));
}

/** The warnings of providers and programs, each once and with the name of its resource. */
export function warningsIn(events: readonly EngineEvent[]): readonly string[] {
  const texts = diagnosticsIn(events, "warning").map(({ urn, message }) => {
    const text = withoutTrace(withoutColours(message));
    return urn === "" ? text : `${resourceName(urn)}: ${text}`;
  });
  return [...new Set(texts)];
}

/** What a program or a policy pack has printed as its error: the only reason why it could not run. */
export function printedErrorIn(events: readonly EngineEvent[]): string | undefined {
  // Each line is an event of its own.
  const lines = diagnosticsIn(events, "info#err").map(({ message }) => message);
  return errorText(lines.join("")) || undefined;
}

function diagnosticsIn(events: readonly EngineEvent[], severity: (typeof severities)[number]) {
  const all = events.flatMap(({ diagnosticEvent }) => Diagnostic.safeParse(diagnosticEvent).data ?? []);
  return all.filter((diagnostic) => diagnostic.severity === severity);
}

function errorText(message: string): string {
  return withoutTrace(withoutColours(message)).replace(/^error: /, "");
}

/** How many resources an operation has changed, by the engine's names of the changes. */
export function resourcesIn(events: readonly EngineEvent[]): ResourceCounts {
  const summaries = events.flatMap(({ summaryEvent }) => Summary.safeParse(summaryEvent).data ?? []);
  return summaries.at(-1)?.resourceChanges ?? {};
}

/** An error of a program without its stack trace and the fields of the error, as one line. */
function withoutTrace(message: string): string {
  const lines = message.split("\n");
  const trace = lines.findIndex((line) => /^\s+at .*(:\d+:\d+\)?|\{)$/.test(line));
  return (trace < 0 ? lines : lines.slice(0, trace))
    .map((line) => line.replace(/^<ref \*\d+> /, "").trim())
    .filter((line) => line !== "")
    .join(" ");
}
