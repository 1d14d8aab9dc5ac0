import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The path of a preview that the real engine has printed: as one document (`.json`), or as a stream of events (`.jsonl`). */
export const previewPath = (name: string) => join(import.meta.dirname, "previews", name);

export const previewText = (name: string) => readFileSync(previewPath(name), "utf8");

interface Step {
  readonly op: string;
  readonly urn: string;
  readonly oldState?: Readonly<Record<string, unknown>>;
}

// The recorded document has this form.
const edit = () => JSON.parse(previewText("edit.json")) as { readonly steps: readonly Step[] };

/** The preview `edit.json` as the engine prints it without `--show-sames`: of what does not change, only the stack. */
export function previewWithoutSames(): string {
  const { steps, ...rest } = edit();
  return JSON.stringify({ ...rest, steps: steps.filter(({ op, urn }) => op !== "same" || urn.includes(":Stack::")) });
}

/** The state before `edit.json`, as `pulumi stack export` prints it. */
export function stateBefore(): string {
  const resources = edit().steps.flatMap(({ oldState }) => (oldState ? [{ ...oldState, pendingReplacement: undefined }] : []));
  return JSON.stringify({ version: 3, deployment: { resources } });
}
