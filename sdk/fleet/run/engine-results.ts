import { z } from "zod";
import { type EngineEvent, withoutCause } from "../../../access/diff/engine-events.ts";
import { resourceName, withoutColours } from "../../../access/diff/policies/policy-findings.ts";
import type { ResourceCounts } from "./results.ts";

const Diagnostic = z.looseObject({ message: z.string(), severity: z.enum(["error", "warning"]), urn: z.string().default("") });
const Summary = z.looseObject({ resourceChanges: z.record(z.string(), z.number()) });

/** The errors that the events of an operation report, each once. */
export function errorsIn(events: readonly EngineEvent[]): readonly string[] {
  const texts = diagnosticsIn(events, "error").map(({ message }) => message.replace(/^error: /, ""));
  return [...new Set(texts)].filter((text) => text !== "" && !withoutCause.test(text));
}

/** The warnings of providers and programs, each once and with the name of its resource. */
export function warningsIn(events: readonly EngineEvent[]): readonly string[] {
  const texts = diagnosticsIn(events, "warning").map(({ urn, message }) => (urn === "" ? message : `${resourceName(urn)}: ${message}`));
  return [...new Set(texts)];
}

function diagnosticsIn(events: readonly EngineEvent[], severity: "error" | "warning") {
  return events.flatMap(({ diagnosticEvent }) => {
    const { data } = Diagnostic.safeParse(diagnosticEvent);
    return data?.severity === severity ? [{ urn: data.urn, message: withoutTrace(withoutColours(data.message)) }] : [];
  });
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
