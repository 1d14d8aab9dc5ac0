import { associatedIn } from "../../access/state-associations.ts";
import { catalogueType, resourceOfArn, targetKind } from "../../access/share-snapshot.ts";
import { isRecord, itemsOf, textsIn } from "../../provider/kernel/json.ts";
import { isUnknown } from "../../provider/lifecycle/diff.ts";
import { parseArn } from "../../provider/resources/association/resource-type.ts";
import { matches, matchesInAnyCase } from "../../provider/kernel/wildcard.ts";
import type { Findings } from "./rule.ts";
import type { CheckedResource } from "./policy-resource.ts";

export { matches, matchesInAnyCase };

/** Whether an entry names a share. An entry that names accounts or a service names none: a share may have the same text as its name. */
export function matchesShareName(entries: readonly string[], name: unknown): boolean {
  const ofShares = entries.filter((entry) => !/^\**\d[\d*]*$|\.aliyuncs\.com$/.test(entry));
  return typeof name === "string" ? matches(ofShares, name) : ofShares.includes("*");
}

/** A known target of a resource. */
export interface ListedTarget {
  readonly id: string;
  readonly kind: ReturnType<typeof targetKind>;
  /** The service's `property` of the target, as the program has it. */
  readonly property: unknown;
}

/** The known targets in `targets`. */
export function targetsOf({ values }: CheckedResource): ListedTarget[] {
  return itemsOf(values["targets"]).flatMap((item) => {
    const [id, property] = isRecord(item) ? [item["id"], item["property"]] : [item, undefined];
    return typeof id === "string" ? [{ id, kind: targetKind(id), property }] : [];
  });
}

/** Accounts that the service has associated as members of the directory. Only the resources of a stack have its records. */
export function associatedInside(shares: readonly { readonly parts: readonly CheckedResource[] }[]): string[] {
  const targets = shares.flatMap(({ parts }) => parts.flatMap(({ values }) => associatedIn(values).targets));
  return targets.flatMap(({ entity: { id, kind, external } }) => (kind === "Account" && external === false ? [id] : []));
}

/** The known strings of a list. */
export function textsOf({ values }: CheckedResource, list: string): readonly string[] {
  return textsIn(values[list]);
}

/** A known resource of a share, and the names that options may use for its type. */
export interface ListedResource {
  readonly id: string;
  readonly type: string;
  readonly types: readonly string[];
}

/** The known resources in `resources` and `resourceArns`. */
export function resourcesOf(subject: CheckedResource): ListedResource[] {
  const byId = itemsOf(subject.values["resources"]).flatMap((item) => {
    const [type, id] = isRecord(item) ? [item["type"], item["id"]] : [];
    return typeof type === "string"
      ? [{ type, id: typeof id === "string" ? id : "of unknown id", types: [type, catalogueType(type)] }]
      : [];
  });
  const byArn = textsOf(subject, "resourceArns").map((arn) => {
    const { service = "", type: kind = "" } = parseArn(arn) ?? {};
    // The service names a type by the kind alone (`VSwitch`), or by service and kind (`KMSInstance`).
    return { type: `${service}:${kind}`, id: arn, types: [kind, `${service}:${kind}`, service + kind, resourceOfArn(arn).type] };
  });
  return [...byId, ...byArn];
}

/** Reports each list with unknown values as not checked. */
export function noteUnknown(subject: CheckedResource, lists: readonly string[], findings: Findings): void {
  for (const list of lists.filter((name) => isUnknown(subject.values[name]))) {
    findings.unknown(
      subject,
      `has values in \`${list}\` that are only known during the update: they were not checked; check again after it`,
    );
  }
}

/** Reports resources of some kinds whose share is not known yet as not checked together with it. */
export function noteUnassigned(unassigned: readonly CheckedResource[], kinds: readonly string[], findings: Findings): void {
  for (const resource of unassigned.filter(({ kind }) => kinds.includes(kind)))
    findings.unknown(resource, "belongs to a share that is not known yet: it was not checked; use the share's `.id`");
}
