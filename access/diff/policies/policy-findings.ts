import { shortName, urnParts } from "../../../provider/kernel/type-tokens.ts";
import { z } from "zod";
import { SIGNATURE_KEY } from "../../../provider/host/secrets.ts";
import { UNKNOWN_TEXT } from "../../../provider/host/engine-values.ts";
import { InputError } from "../../../provider/kernel/errors.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { pathText } from "../../../provider/kernel/paths.ts";
import { compareNames } from "../../compare-names.ts";
import { type EngineEvent, eventsIn } from "../engine-events.ts";

const PolicyPack = z.object({ name: z.string(), version: z.string() });

/** A violation or a remediation that one policy reports for one resource, or for the stack. */
export const PolicyFinding = z.object({
  level: z
    .enum(["mandatory", "advisory", "fixed"])
    .describe("`mandatory` stops the update; `fixed` is what the policy itself has remediated"),
  policy: z.string(),
  pack: z.string(),
  urn: z.string().describe("The resource; the stack for a finding without a single resource"),
  message: z.string(),
  stack: z.string().optional().describe("The project and the stack, where several previews were given"),
});
export type PolicyFinding = Readonly<z.infer<typeof PolicyFinding>>;
export type PolicyLevel = PolicyFinding["level"];

/** The findings of the policies that were run with a preview. */
export const Policies = z.object({
  packs: z.array(PolicyPack).describe("The policy packs that were run, as far as the preview reports them"),
  findings: z.array(PolicyFinding).describe("Sorted by level, `mandatory` first"),
  refused: z.boolean().describe("The engine stopped the preview, and no other reason than a mandatory violation is known"),
});
export type Policies = Readonly<z.infer<typeof Policies>>;

/** The result when no policy is known to have run. */
export const noPolicies: Policies = { packs: [], findings: [], refused: false };

const pack = { policyPackName: z.string(), policyPackVersion: z.string().optional() };
const about = { ...pack, resourceUrn: z.string().optional(), policyName: z.string() };
const Violation = z.looseObject({ ...about, message: z.string(), enforcementLevel: z.string() });
const Values = z.record(z.string(), z.unknown()).nullish();
const Remediation = z.looseObject({ ...about, before: Values, after: Values });
const Summary = z.looseObject(pack);

/**
 * Collects the findings of policies from the events of a preview. The engine evaluates the policies, those of `sdk/policy` and all
 * others; nothing is evaluated here.
 */
export class PolicyReader {
  readonly #packs: z.infer<typeof PolicyPack>[] = [];
  readonly #findings: PolicyFinding[] = [];

  /**
   * Reads one event; events of other kinds are ignored.
   *
   * @throws InputError when a policy event has a newer format.
   */
  take(event: EngineEvent): void {
    for (const [kind, value] of Object.entries(event)) {
      if (kind === "policyEvent") this.#violation(parsed(Violation, value));
      else if (kind === "policyRemediationEvent") this.#remediation(parsed(Remediation, value));
      else if (/^policy\w*SummaryEvent$/.test(kind)) this.#pack(parsed(Summary, value));
    }
  }

  /** @param refused Whether the engine stopped the preview, also for a reason that is not known. */
  result(refused: boolean): Policies {
    return { ...sortedUnique(this.#packs, this.#findings), refused };
  }

  #violation(event: z.infer<typeof Violation>): void {
    this.#pack(event);
    // A violation of the level `remediate` remains after remediation, and stops the update like a mandatory one.
    const level = event.enforcementLevel === "mandatory" || event.enforcementLevel === "remediate" ? "mandatory" : "advisory";
    this.#findings.push({ level, ...aboutOf(event), message: withoutColours(event.message) });
  }

  #remediation(event: z.infer<typeof Remediation>): void {
    this.#pack(event);
    const changes = changesOf(event.before ?? {}, event.after ?? {});
    // The engine sends this event also when the remediation changes nothing.
    if (changes.length > 0)
      this.#findings.push({ level: "fixed", ...aboutOf(event), message: `The policy changes ${changes.join(", ")}.` });
  }

  #pack({ policyPackName: name, policyPackVersion: version = "" }: z.infer<typeof Summary>): void {
    this.#packs.push({ name, version });
  }
}

/**
 * Reads the findings of policies from the engine's events: its event log, or a streamed preview.
 *
 * @throws InputError when the text contains no events, or something else.
 * @example
 * readPolicies(readFileSync("events.jsonl", "utf8")).findings[0] // { level: "mandatory", policy: "external-targets", … }
 */
export function readPolicies(text: string): Policies {
  if (text.trim() === "") throw refusal("there is nothing to read");
  return policiesIn(eventsIn(text, () => refusal("these are no events of the engine")));
}

/** {@link readPolicies} for parsed events. */
export function policiesIn(events: Iterable<EngineEvent>): Policies {
  const reader = new PolicyReader();
  for (const event of events) reader.take(event);
  return reader.result(false);
}

/** Merges the findings of two previews. */
export function mergedPolicies(one: Policies, other: Policies): Policies {
  const both = sortedUnique([...one.packs, ...other.packs], [...one.findings, ...other.findings]);
  return { ...both, refused: one.refused || other.refused };
}

/** Returns the short name of a finding's resource: `the stack` for the URN of the stack, or for none. */
export function resourceName(urn: string): string {
  const type = urnParts(urn)?.types.at(-1);
  return type === undefined || type === "pulumi:pulumi:Stack" ? "the stack" : shortName(urn);
}

/** Sorts both lists and removes duplicates. */
function sortedUnique(packs: Policies["packs"], findings: readonly PolicyFinding[]): Pick<Policies, "packs" | "findings"> {
  const unique = <Item>(items: readonly Item[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  // The order of the engine differs from run to run.
  const keyOf = ({ level, policy, urn, message, stack }: PolicyFinding) =>
    JSON.stringify([PolicyFinding.shape.level.options.indexOf(level), policy, stack, urn, message]);
  return {
    packs: unique(packs).toSorted((a, b) => compareNames(`${a.name} ${a.version}`, `${b.name} ${b.version}`)),
    findings: unique(findings).toSorted((a, b) => compareNames(keyOf(a), keyOf(b))),
  };
}

function aboutOf(event: {
  policyName: string;
  policyPackName: string;
  resourceUrn?: string | undefined;
}): Omit<PolicyFinding, "level" | "message"> {
  return { policy: event.policyName, pack: event.policyPackName, urn: event.resourceUrn ?? "" };
}

/** The places where two values differ, each with both. */
function changesOf(before: unknown, after: unknown, path: readonly string[] = []): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const [old, changed] = [before ?? {}, after ?? {}];
  if (!hasPlaces(old) || !hasPlaces(changed)) return [`${pathText(path)} from ${shown(before)} to ${shown(after)}`];
  return Object.keys({ ...old, ...changed }).flatMap((key) => changesOf(old[key], changed[key], [...path, key]));
}

function hasPlaces(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Object.hasOwn(value, SIGNATURE_KEY);
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "none";
  if (text.includes(SIGNATURE_KEY)) return "a secret";
  return text.includes(UNKNOWN_TEXT) ? "an unknown value" : text;
}

/** A message without the engine's colour tags (`<{%…%}>`). */
export function withoutColours(message: string): string {
  return message.replace(/<\{%[^%]*%\}>/g, "").trim();
}

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { success, data } = shape.safeParse(value);
  if (success) return data;
  throw refusal("an event of a policy is not what this version can read: its format is newer");
}

function refusal(reason: string): InputError {
  return InputError.of("policies", `${reason} (give what \`pulumi preview --json\` streams, or the engine's event log)`);
}
