import { z } from "zod";
import { type Policies, PolicyReader, withoutColours } from "../../../access/diff/policies/policy-findings.ts";
import { type Preview, readPreview } from "../../../access/diff/preview.ts";
import type { ResourceCounts } from "./results.ts";

const Event = z.looseObject({
  diagnosticEvent: z.looseObject({ message: z.string(), severity: z.string() }).optional(),
  summaryEvent: z.looseObject({ resourceChanges: z.record(z.string(), z.number()).nullish() }).optional(),
});

/** What engines print beside the cause of a failure. */
const withoutCause = /^(preview|update|refresh|destroy) failed$/;

/** Collects what one run of the engine reports. */
export class EventReader {
  readonly #policies = new PolicyReader();
  readonly #lines: string[] = [];
  readonly #errors = new Set<string>();
  #resources: ResourceCounts = {};

  take(event: Readonly<Record<string, unknown>>): void {
    const { success, data } = Event.safeParse(event);
    if (!success) return;
    const { diagnosticEvent: message, summaryEvent: summary } = data;
    if (message?.severity === "error") this.#addError(message.message);
    if (summary?.resourceChanges) this.#resources = summary.resourceChanges;
    this.#policies.take(event);
    this.#lines.push(JSON.stringify(event));
  }

  get resources(): ResourceCounts {
    return this.#resources;
  }

  get errors(): readonly string[] {
    return [...this.#errors];
  }

  policies(refused: boolean): Policies {
    return this.#policies.result(refused);
  }

  /**
   * Returns the steps of an update.
   *
   * @throws InputError when the update failed.
   */
  preview(): Preview {
    return readPreview(this.#lines.join("\n"));
  }

  #addError(message: string): void {
    const text = withoutTrace(withoutColours(message).replace(/^error: /, ""));
    if (text !== "" && !withoutCause.test(text)) this.#errors.add(text);
  }
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
