import type { Policy, ReportViolation } from "@pulumi/policy";
import { nearest } from "../../provider/kernel/ids.ts";
import { withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { singleLine } from "../../provider/kernel/printable.ts";
import type { Option, Options, ValuesOf } from "./option.ts";
import type { SharingPolicy } from "./policy.ts";
import { stackOf } from "./stack.ts";
import type { Stack } from "./stack.ts";
import { checkedResourceOf } from "./policy-resource.ts";
import type { CheckedResource } from "./policy-resource.ts";

/** What a finding is about. */
interface About {
  readonly label: string;
  readonly urn?: string | undefined;
}

/** Where a rule says what it has found. Messages go on after the name of the resource: what is wrong, and the way out. */
export interface Findings {
  /** What is known to be wrong. */
  violation(subject: About, message: string): void;
  /** What could not be judged, as a notice whatever the level of the policy. */
  unknown(subject: About, message: string): void;
}

/** One rule: what it is about, and how it judges. */
export interface Rule<Name extends string, Declared extends Options> {
  readonly name: Name;
  readonly description: string;
  readonly options: Declared;
  /** What the rule cannot know, for the documents. */
  readonly cannotJudge: string;
  /** The kinds of resources that `resource` and `remediate` are called with. */
  readonly kinds: readonly string[];
  /** Judges one resource by its arguments, before anything is done. */
  readonly resource?: (subject: CheckedResource, options: ValuesOf<Declared>, findings: Findings) => void | Promise<void>;
  /** Judges all resources together by their outputs, at the end of a preview or an update. */
  readonly stack?: (stack: Stack, options: ValuesOf<Declared>, findings: Findings) => void | Promise<void>;
  /** Changes the arguments of a resource, in place: what is secret or unknown in them stays so. */
  readonly remediate?: (properties: Record<string, unknown>, options: ValuesOf<Declared>) => void;
}

/** The policy that a rule makes. It has no level of its own: the pack's counts, `advisory` where that has none. */
export function define<Name extends string, Declared extends Options>(rule: Rule<Name, Declared>): SharingPolicy<Name, Declared> {
  const { name, description, options, cannotJudge, kinds, resource, stack, remediate } = rule;
  const entries = Object.entries(options).map(([option, { schema }]: readonly [string, Option<unknown>]) => [option, schema] as const);
  const configSchema: Policy["configSchema"] = { properties: Object.fromEntries(entries) };
  const outOfPlace = `${name} is about ${kinds.join(", ")}`;
  return {
    name,
    description,
    options,
    cannotJudge,
    configSchema,
    ...(resource && {
      validateResource: (args, report) => {
        const subject = checkedResourceOf(args);
        if (!subject || !kinds.includes(subject.kind)) return args.notApplicable(outOfPlace);
        return resource(subject, configured(rule, args.getConfig()), findingsOf(report));
      },
    }),
    ...(stack && {
      validateStack: (args, report) => stack(stackOf(args.resources), configured(rule, args.getConfig()), findingsOf(report)),
    }),
    ...(remediate && {
      remediateResource: (args) => {
        const subject = checkedResourceOf(args);
        if (!subject || !kinds.includes(subject.kind)) return args.notApplicable(outOfPlace);
        remediate(args.props, configured(rule, args.getConfig()));
        return args.props;
      },
    }),
  };
}

function configured<Declared extends Options>({ name, options }: Rule<string, Declared>, given: ValuesOf<Declared>): ValuesOf<Declared> {
  // Without what is null it has the same type: no option has to be given.
  const present = withoutAbsentMembers(given) as ValuesOf<Declared>;
  checkOptions(name, options, present);
  return present;
}

/** Throws when an option does not exist: the engine lets those pass. */
export function checkOptions(policy: string, options: Options, given: object): void {
  const stranger = Object.keys(given).find((option) => !Object.hasOwn(options, option));
  if (stranger === undefined) return;
  const names = Object.keys(options);
  const meant = nearest(stranger, names);
  const way = meant === undefined ? `it has ${names.join(", ") || "none"}` : `did you mean "${meant}"?`;
  throw plain(new Error(`Policy ${policy} has no option "${stranger}"; ${way}`));
}

/** An error that shows as its sentence: packs print stacks. */
export function plain(error: Error): Error {
  error.stack = error.message;
  return error;
}

function findingsOf(report: ReportViolation): Findings {
  // Beside texts it takes objects with a level of their own, which its type does not tell.
  const notify = report as (finding: string | Notice, urn?: string) => void;
  return {
    violation: ({ label, urn }, message) => report(singleLine(`${label} ${message}`), urn),
    unknown: ({ label, urn }, message) => notify(new Notice(singleLine(`${label} ${message}`), urn), urn),
  };
}

/** A finding that never stops anything. */
class Notice {
  readonly enforcementLevel = "advisory";
  readonly message: string;
  readonly urn: string | undefined;

  constructor(message: string, urn: string | undefined) {
    this.message = message;
    this.urn = urn;
  }

  toString(): string {
    return this.message;
  }
}
