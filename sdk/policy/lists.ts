import { targetKind } from "../access/access.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import { isUnknown } from "../../provider/lifecycle/diff.ts";
import type { Findings } from "./rule.ts";
import type { CheckedResource } from "./policy-resource.ts";

/** A target that is listed and known. */
export interface ListedTarget {
  readonly id: string;
  readonly kind: ReturnType<typeof targetKind>;
  readonly property: unknown;
}

/** The targets that are known. */
export function targetsOf({ values }: CheckedResource): ListedTarget[] {
  return items(values["targets"]).flatMap((item) => {
    const [id, property] = isRecord(item) ? [item["id"], item["property"]] : [item, undefined];
    return typeof id === "string" ? [{ id, kind: targetKind(id), property }] : [];
  });
}

/** The texts of a list that are known. */
export function textsOf({ values }: CheckedResource, list: string): string[] {
  return items(values[list]).filter((item) => typeof item === "string");
}

/** A resource that is listed and known, and the names under which its type can be meant. */
export interface ListedResource {
  readonly id: string;
  readonly type: string;
  readonly types: readonly string[];
}

/** The resources that are known, of both forms. */
export function resourcesOf(subject: CheckedResource): ListedResource[] {
  const byId = items(subject.values["resources"]).flatMap((item) => {
    const [type, id] = isRecord(item) ? [item["type"], item["id"]] : [];
    return typeof type === "string" ? [{ type, id: typeof id === "string" ? id : "of unknown id", types: [type] }] : [];
  });
  const byArn = textsOf(subject, "resourceArns").map((arn) => {
    const [, service = "", kind = ""] = /^acs:([^:]+):[^:]*:[^:]*:([^:/]+)/.exec(arn) ?? [];
    // The service's names of types are now the kind alone, now service and kind together: VSwitch, KMSInstance.
    return { type: `${service}:${kind}`, id: arn, types: [kind, `${service}:${kind}`, service + kind] };
  });
  return [...byId, ...byArn];
}

/** Says of each list that has unknown parts that they were not judged. */
export function noteUnknown(subject: CheckedResource, lists: readonly string[], findings: Findings): void {
  for (const list of lists.filter((name) => isUnknown(subject.values[name]))) {
    findings.unknown(subject, `has values in \`${list}\` that are only known during the update: they were not judged; look again after it`);
  }
}

/** Whether a text is one of the patterns, in which `*` stands for any text. */
export function matches(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => wildcard(pattern).test(text));
}

/** The same without regard to case, as types and actions are spelt. */
export function matchesInAnyCase(patterns: readonly string[], text: string): boolean {
  return matches(
    patterns.map((pattern) => pattern.toLowerCase()),
    text.toLowerCase(),
  );
}

function wildcard(pattern: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s");
}

function items(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
