import type { EnforcementLevel, Policy, ReportViolation, ResourceValidationArgs } from "@pulumi/policy";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { singleLine } from "../../provider/kernel/printable.ts";
import { type Option, optionProblem, type Options, type ValuesOf } from "./option.ts";
import type { SharingPolicy } from "./policy.ts";
import { type Stack, stackOf } from "./stack.ts";
import { type CheckedResource, checkedResourceOf } from "./policy-resource.ts";

/** The resource or program of a finding. */
interface About {
  readonly label: string;
  readonly urn?: string | undefined;
}

/** Reports the findings of a rule. A message follows the resource's name: the problem, then its solution. */
export interface Findings {
  /** Reports a violation. */
  violation(subject: About, message: string): void;
  /** Reports a value that the rule could not check, always as `advisory`. */
  unknown(subject: About, message: string): void;
}

/** The definition of a policy. */
export interface Rule<Name extends string, Declared extends Options> extends Pick<
  SharingPolicy<Name, Declared>,
  "name" | "description" | "options" | "notChecked"
> {
  readonly needsOneOf?: readonly (keyof Declared & string)[];
  /** The kinds of resources that `resource` and `remediate` are called with. */
  readonly kinds: readonly string[];
  /** Checks the arguments of one resource, before the engine changes it. */
  readonly resource?: (subject: CheckedResource, options: ValuesOf<Declared>, findings: Findings) => void | Promise<void>;
  /** Checks the outputs of all resources together, at the end of a preview or an update. */
  readonly stack?: (stack: Stack, options: ValuesOf<Declared>, findings: Findings) => void | Promise<void>;
  /** Changes the arguments of a resource in place, and returns whether it did; secret and unknown values stay secret and unknown. */
  readonly remediate?: (properties: Record<string, unknown>, options: ValuesOf<Declared>) => boolean;
}

/** A key in the configuration of a policy that the arguments of `ResourceShareGuard` do not name: without options it checks nothing, as intended. */
export const notNamed = "notNamed";

/** Creates the policy of a rule. It has no enforcement level; the pack sets it, by default to `advisory`. */
export function define<Name extends string, Declared extends Options>(rule: Rule<Name, Declared>): SharingPolicy<Name, Declared> {
  const { kinds, resource, stack, remediate, ...described } = rule;
  const entries = Object.entries(rule.options).map(([option, { schema }]: readonly [string, Option<unknown>]) => [option, schema] as const);
  const configSchema: Policy["configSchema"] = { properties: Object.fromEntries(entries) };
  const subjectOf = (args: ResourceValidationArgs): CheckedResource => {
    const subject = checkedResourceOf(args);
    return subject && kinds.includes(subject.kind) ? subject : args.notApplicable(`${rule.name} is about ${kinds.join(", ")}`);
  };
  let isReported = false;
  /** Returns the options of a policy; `undefined` when it checks nothing, which is reported once. */
  const optionsFor = (config: object, findings: Findings) => {
    const options = configured(rule, config);
    if (options === undefined && !isReported && !(notNamed in config)) {
      isReported = true;
      findings.unknown({ label: `the policy ${rule.name}` }, `checks nothing: it ${neededOptionText(rule)}`);
    }
    return options;
  };
  return {
    ...described,
    configSchema,
    ...(resource && {
      validateResource: (args, report) => {
        const [subject, findings] = [subjectOf(args), findingsOf(report)];
        const options = optionsFor(args.getConfig(), findings);
        return options && resource(subject, options, findings);
      },
    }),
    ...(stack && {
      validateStack: (args, report) => {
        const findings = findingsOf(report);
        const options = optionsFor(args.getConfig(), findings);
        return options && stack(stackOf(args.resources), options, findings);
      },
    }),
    ...(remediate && {
      remediateResource: (args) => {
        subjectOf(args);
        const options = configured(rule, args.getConfig());
        return options && remediate(args.props, options) ? args.props : undefined;
      },
    }),
  };
}

/** Returns the options of a policy; `undefined` when it lacks one that it needs, and so checks nothing. Throws when they cannot work. */
function configured<Declared extends Options>(rule: Rule<string, Declared>, given: object): ValuesOf<Declared> | undefined {
  const { [notNamed]: _isNotNamed, ...present } = withoutAbsentMembers(given);
  checkOptions(rule, present);
  // The cast is safe: the values have the types of the options now.
  return hasNeededOption(rule, present) ? (present as ValuesOf<Declared>) : undefined;
}

const levels: readonly EnforcementLevel[] = ["advisory", "mandatory", "remediate", "disabled"];

/** Throws when a level does not exist. @param policy its name, or `all` */
export function checkLevel(policy: string, level: unknown): void {
  if (levels.some((known) => known === level)) return;
  const way = didYouMean(String(level), levels, (meant) => `"${meant}"`) || `; there are ${levels.join(", ")}`;
  throw plain(new Error(`Policy ${policy} has no level ${JSON.stringify(level)}${way}`));
}

type Described = Pick<SharingPolicy<string, Options>, "name" | "options" | "needsOneOf">;

/** Throws for an option that does not exist (the engine accepts it), and for a value that cannot work. */
export function checkOptions({ name: policy, options }: Described, given: Readonly<Record<string, unknown>>): void {
  for (const [name, option] of Object.entries(options)) {
    const problem = Object.hasOwn(given, name) ? optionProblem(name, option, given[name]) : undefined;
    if (problem !== undefined) throw plain(new Error(`Policy ${policy}: ${problem}`));
  }
  const unknownName = Object.keys(given).find((option) => !Object.hasOwn(options, option));
  if (unknownName === undefined) return;
  const names = ["enforcementLevel", ...Object.keys(options)];
  const way = didYouMean(unknownName, names, (meant) => `"${meant}"`) || `; it has ${names.join(", ")}`;
  throw plain(new Error(`Policy ${policy} has no option "${unknownName}"${way}`));
}

/** Whether a policy has an option without which it would report nothing, or needs none. */
export function hasNeededOption({ needsOneOf = [] }: Described, given: object): boolean {
  return needsOneOf.length === 0 || needsOneOf.some((option) => Object.hasOwn(given, option));
}

/** What to write for a policy that has none of the options that it needs. */
export function neededOptionText({ name, options, needsOneOf = [] }: Described): string {
  const [first = ""] = needsOneOf;
  const line = `"${name}": { "enforcementLevel": "mandatory", "${first}": ${exampleOf(options[first]?.schema)} }`;
  return `needs the option ${needsOneOf.join(" or ")}: write ${line}, or "disabled" for its level`;
}

/** A value of the type of an option. */
function exampleOf(schema: Option<unknown>["schema"] | undefined): string {
  const examples: Readonly<Record<string, string>> = { array: '["…"]', integer: "10", string: '"^[a-z-]+$"' };
  return examples[String(schema?.type)] ?? '{ "team": "net" }';
}

/** Replaces the stack trace of an error by its message: the policy host prints stack traces. */
export function plain(error: Error): Error {
  error.stack = error.message;
  return error;
}

function findingsOf(report: ReportViolation): Findings {
  // `report` also accepts objects with their own enforcement level, which its type does not declare.
  const notify = report as (finding: string | { message: string; urn: string | undefined; enforcementLevel: EnforcementLevel }) => void;
  return {
    violation: ({ label, urn }, message) => report(singleLine(`${label} ${message}`), urn),
    unknown: ({ label, urn }, message) => notify({ message: singleLine(`${label} ${message}`), urn, enforcementLevel: "advisory" }),
  };
}
