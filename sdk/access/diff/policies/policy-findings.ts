import { z } from "zod";
import { InputError } from "../../../../provider/kernel/errors.ts";
import { compareText, parseJson } from "../../../../provider/kernel/json.ts";
import { eventOf, saidByEngine } from "../engine-events.ts";

/** What a finding means for the update: it is stopped, it is advised against, or the policy has mended the program's values. */
export const levels = ["mandatory", "advisory", "mended"] as const;
export type Level = (typeof levels)[number];

/** What one policy says of one resource, or of the stack. */
export interface Finding {
  readonly level: Level;
  readonly policy: string;
  readonly pack: string;
  /** The resource; the stack itself for what belongs to no single one. */
  readonly urn: string;
  readonly message: string;
}

/** What the policies found that were run with a preview. */
export interface Policies {
  readonly packs: readonly { readonly name: string; readonly version: string }[];
  /** What stops the update first. */
  readonly findings: readonly Finding[];
  /** The engine stopped the preview and gave no other reason, as it does when a mandatory policy says no. */
  readonly isRefused: boolean;
}

/** No policy was run, as far as is known. */
export const noPolicies: Policies = { packs: [], findings: [], isRefused: false };

const pack = { policyPackName: z.string(), policyPackVersion: z.string().optional() };
const about = { ...pack, resourceUrn: z.string().optional(), policyName: z.string() };
const Violation = z.looseObject({ ...about, message: z.string(), enforcementLevel: z.string() });
const Values = z.record(z.string(), z.unknown()).nullish();
const Remediation = z.looseObject({ ...about, before: Values, after: Values });
const Summary = z.looseObject(pack);

/** Collects what the events of a preview say of policies. */
export class PolicyReader {
  readonly #packs = new Map<string, { readonly name: string; readonly version: string }>();
  readonly #findings = new Map<string, Finding>();

  /** Takes one event; every other kind is passed over. Throws an InputError when it is of a newer format. */
  take(event: Readonly<Record<string, unknown>>): void {
    for (const [kind, value] of Object.entries(event)) {
      if (kind === "policyEvent") this.#violation(parsed(Violation, value));
      else if (kind === "policyRemediationEvent") this.#remediation(parsed(Remediation, value));
      else if (/^policy\w*SummaryEvent$/.test(kind)) this.#pack(parsed(Summary, value));
    }
  }

  result(isRefused: boolean): Policies {
    return { ...sorted([...this.#packs.values()], [...this.#findings.values()]), isRefused };
  }

  #violation(event: z.infer<typeof Violation>): void {
    this.#pack(event);
    // What a remediation could not mend stops the update like what is mandatory.
    const level = event.enforcementLevel === "mandatory" || event.enforcementLevel === "remediate" ? "mandatory" : "advisory";
    this.#add({ level, ...aboutOf(event), message: plain(event.message) });
  }

  #remediation(event: z.infer<typeof Remediation>): void {
    this.#pack(event);
    const { before, after } = { before: event.before ?? {}, after: event.after ?? {} };
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const mended = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    // A remediation is told of even when it finds everything in order.
    if (mended.length > 0) this.#add({ level: "mended", ...aboutOf(event), message: `The policy mends ${mended.join(", ")}.` });
  }

  #pack({ policyPackName: name, policyPackVersion: version = "" }: z.infer<typeof Summary>): void {
    this.#packs.set(`${name} ${version}`, { name, version });
  }

  #add(finding: Finding): void {
    this.#findings.set(JSON.stringify(finding), finding);
  }
}

/** Reads the engine's events for what policies found: its event log, or a streamed preview. Throws an InputError when there are no events. */
export function readPolicies(text: string): Policies {
  const reader = new PolicyReader();
  let count = 0;
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const event = eventOf(parseJson(line));
    if (event === undefined) throw refusal("these are no events of the engine");
    count += 1;
    reader.take(event);
  }
  if (count === 0) throw refusal("there is nothing to read");
  return reader.result(false);
}

/** Both together. */
export function mergedPolicies(one: Policies, other: Policies): Policies {
  const unique = <Item>(items: readonly Item[]) => [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  const both = sorted(unique([...one.packs, ...other.packs]), unique([...one.findings, ...other.findings]));
  return { ...both, isRefused: one.isRefused || other.isRefused };
}

/** A resource as people call it: its kind and its name. */
export function resourceName(urn: string): string {
  const [, , type = "", ...name] = urn.split("::");
  if (type === "" || type === "pulumi:pulumi:Stack") return "the stack";
  return `${type.split("$").at(-1)?.split(":").at(-1) ?? type} ${name.join("::")}`;
}

function sorted(packs: Policies["packs"], findings: readonly Finding[]): Pick<Policies, "packs" | "findings"> {
  // The engine's order differs from run to run.
  const keyOf = ({ level, policy, urn, message }: Finding) => JSON.stringify([levels.indexOf(level), policy, urn, message]);
  return {
    packs: packs.toSorted((a, b) => compareText(`${a.name} ${a.version}`, `${b.name} ${b.version}`)),
    findings: findings.toSorted((a, b) => compareText(keyOf(a), keyOf(b))),
  };
}

function aboutOf(event: {
  policyName: string;
  policyPackName: string;
  resourceUrn?: string | undefined;
}): Omit<Finding, "level" | "message"> {
  return { policy: event.policyName, pack: event.policyPackName, urn: event.resourceUrn ?? "" };
}

/** A message without the marks that the engine puts in for colours. */
function plain(message: string): string {
  return saidByEngine(message.replace(/<\{%.*?%\}>/g, "").trim());
}

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { success, data } = shape.safeParse(value);
  if (success) return data;
  throw refusal("an event of a policy is not what this version can read: its format is newer");
}

function refusal(reason: string): InputError {
  return InputError.of("policies", `${reason} (give what \`pulumi preview --json\` streams, or the engine's event log)`);
}
