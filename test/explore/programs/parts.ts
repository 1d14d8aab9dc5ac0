import { demo } from "../../../simulator/world/demo.ts";
import { permission } from "../../support/resource-scenarios.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";

/** Something that a share has, and that a program can list in one resource or in another. */
type Part =
  | { readonly kind: "resource"; readonly type: string; readonly id: string }
  | { readonly kind: "target" | "tag" | "permission"; readonly id: string };

/** All parts; each is in at most one resource of a program. */
export const parts: readonly Part[] = [
  { kind: "resource", type: "VSwitch", id: "vsw-demo01" },
  { kind: "resource", type: "VSwitch", id: "vsw-demo02" },
  { kind: "resource", type: "Image", id: "m-demo01" },
  { kind: "target", id: demo.member },
  { kind: "target", id: demo.network },
  { kind: "target", id: demo.folders.core },
  { kind: "tag", id: "team" },
  { kind: "tag", id: "cost" },
  { kind: "permission", id: permission("VSwitch", "ReadOnly") },
  { kind: "permission", id: permission("Image", "ReadOnly") },
];

type Kind = "ResourceShare" | "ShareAssociation" | "ShareTags" | "SharePermission";

/** A resource that can list parts. */
interface Holder {
  readonly name: string;
  readonly kind: Kind;
  readonly holds: readonly Part["kind"][];
}

/** The share comes first: the program always has it. */
export const holders: readonly Holder[] = [
  { name: "net", kind: "ResourceShare", holds: ["resource", "target", "tag", "permission"] },
  { name: "more", kind: "ShareAssociation", holds: ["resource", "target", "permission"] },
  { name: "most", kind: "ShareAssociation", holds: ["resource", "target", "permission"] },
  { name: "labels", kind: "ShareTags", holds: ["tag"] },
  { name: "marks", kind: "ShareTags", holds: ["tag"] },
  { name: "may", kind: "SharePermission", holds: ["permission"] },
  { name: "might", kind: "SharePermission", holds: ["permission"] },
];

/** A program: which resource lists each part, and the pairs of resources of which the first depends on the second. */
export interface Program {
  readonly holderOf: ReadonlyMap<string, string>;
  readonly dependencies: readonly (readonly [string, string])[];
}

/** Returns a program with a part in another resource; without a resource, or with one that cannot list it, the part is in none. */
export function place({ holderOf, dependencies }: Program, part: Part, holder: Holder | undefined): Program {
  const rest = [...holderOf].filter(([id]) => id !== part.id);
  const isFull = holder?.kind === "SharePermission" && rest.some(([, name]) => name === holder.name);
  const isPlaced = holder?.holds.includes(part.kind) === true && !isFull;
  return { holderOf: new Map(isPlaced ? [...rest, [part.id, holder.name]] : rest), dependencies };
}

/** Returns the parts that a program's resource lists. */
export function listedBy({ holderOf }: Program, name: string): Part[] {
  const listed = parts.filter(({ id }) => holderOf.get(id) === name);
  const holder = holders.find((one) => one.name === name);
  // An association must list an entity.
  const isEmpty = holder?.kind === "ShareAssociation" && !listed.some(({ kind }) => kind === "resource" || kind === "target");
  return isEmpty ? [] : listed;
}

/** The resources of a program: the share, and those that list something. */
export function declaredIn(program: Program): Holder[] {
  return holders.filter(({ name, kind }) => kind === "ResourceShare" || listedBy(program, name).length > 0);
}

/** Returns the resources of a program, each after those that it needs. */
export function entriesOf(program: Program): ProgramEntry[] {
  const declared = declaredIn(program);
  const needsOf = ({ name }: Holder) =>
    declared.filter((other) => program.dependencies.some(([one, needed]) => one === name && needed === other.name));
  const sorted = new Set<Holder>();
  const add = (holder: Holder): void => {
    for (const needed of needsOf(holder)) add(needed);
    sorted.add(holder);
  };
  for (const holder of declared) add(holder);
  return [...sorted].map((holder) => {
    const { name, kind } = holder;
    const needs = needsOf(holder).map((other) => other.name);
    return { kind, name, args: argumentsOf(kind, listedBy(program, name)), options: needs.length > 0 ? { dependsOn: needs } : {} };
  });
}

function argumentsOf(kind: Kind, listed: readonly Part[]): Record<string, unknown> {
  const ids = (of: Part["kind"]) => listed.flatMap((part) => (part.kind === of ? [part.id] : []));
  const resources = listed.flatMap((part) => (part.kind === "resource" ? [{ type: part.type, id: part.id }] : []));
  const lists = { resources, targets: ids("target"), permissionNames: ids("permission") };
  const tags = Object.fromEntries(ids("tag").map((key) => [key, "1"]));
  const shareId = { $id: "net" };
  switch (kind) {
    case "ResourceShare":
      return { name: "net", ...lists, tags };
    case "ShareAssociation":
      return { shareId, ...lists };
    case "ShareTags":
      return { shareId, tags };
    case "SharePermission":
      return { shareId, permissionName: ids("permission")[0] };
  }
}
