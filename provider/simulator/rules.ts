import type { Code } from "../api/errors.ts";
import { isRecord } from "../kernel/json.ts";
import type { Question } from "./call.ts";
import { refuse } from "./refusal.ts";

/** How many entries the lists of ids, ARNs and names may have. */
const maxEntries = 5;
const shareIdShape = /^rs-[A-Za-z0-9-]{1,60}$/;
const invitationIdShape = /^i-[A-Za-z0-9-]{1,60}$/;
const permissionNameShape = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const shareNameLetters = /^[\p{Script=Han}A-Za-z0-9._-]+$/u;

/** Lists of plain texts that answer three codes: bad, duplicated, too many. */
type ListName = "Targets" | "ResourceArns" | "PermissionNames" | "ResourceShareIds" | "ResourceIds" | "ResourceShareInvitationIds";
type PairName = "Resources" | "TargetProperties" | "ResourceProperties";
type RequiredName =
  | "ResourceShareName"
  | "ResourceShareId"
  | "ResourceShareInvitationId"
  | "PermissionName"
  | "ResourceOwner"
  | "AssociationType"
  | "ResourceType"
  | "ResourceRegionId"
  | "ResourceId"
  | "ResourceGroupId";

/** A plain text; an empty one counts as none. */
export function text(question: Question, name: string, code: Code = "InvalidParameter"): string | undefined {
  const value = question[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string") refuse(code, `The parameter ${name} takes one value.`);
  return value;
}

export function required(question: Question, name: RequiredName): string {
  return text(question, name) ?? refuse(`MissingParameter.${name}`, `The parameter ${name} is required.`);
}

export function flag(question: Question, name: string): boolean | undefined {
  const value = text(question, name);
  if (value === undefined || value === "true" || value === "false") return value === undefined ? undefined : value === "true";
  return refuse("InvalidParameter", `The parameter ${name} must be true or false.`);
}

/** One of several words, or none. */
export function word<Word extends string>(question: Question, name: string, words: readonly Word[], code: Code): Word | undefined {
  const value = text(question, name, code);
  if (value === undefined) return undefined;
  return words.find((known) => known === value) ?? refuse(code, `The parameter ${name} must be one of ${words.join(", ")}.`);
}

/** A list of different texts, at most five of them. */
export function list(question: Question, name: ListName): string[] {
  const bad: Code = `InvalidParameter.${name}`;
  const values = entries(question, name, bad);
  tooMany(values.length, name);
  const texts = values.map((value) =>
    typeof value === "string" && value !== "" ? value : refuse(bad, `The parameter ${name} holds an entry that is no text.`),
  );
  duplicated(texts, name);
  return texts;
}

/** A list of pairs, at most five; both halves must be there, and no two may be the same by their key. */
export function pairs<Key extends string, Value extends string>(
  question: Question,
  name: PairName,
  key: Key,
  value: Value,
  keyOf: (pair: Record<Key | Value, string>) => string = (pair) => pair[key],
): Record<Key | Value, string>[] {
  const bad: Code = `InvalidParameter.${name}`;
  const values = entries(question, name, bad);
  tooMany(values.length, name);
  const found = values.map((entry) => {
    const first = isRecord(entry) ? entry[key] : undefined;
    const second = isRecord(entry) ? entry[value] : undefined;
    if (typeof first !== "string" || typeof second !== "string" || first === "" || second === "") {
      refuse(bad, `Every entry of ${name} needs both ${key} and ${value}.`);
    }
    // Both names are there, which is what the type says; a computed literal forgets it.
    return { [key]: first, [value]: second } as Record<Key | Value, string>;
  });
  duplicated(found.map(keyOf), name);
  return found;
}

/** The entries of a list, whatever they are. */
export function entries(question: Question, name: string, bad: Code): unknown[] {
  const value = question[name];
  if (value === undefined || value === "") return [];
  return Array.isArray(value) ? value : refuse(bad, `The parameter ${name} is a list: ${name}.1, ${name}.2 and so on.`);
}

export function hasDuplicates(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

/** Letters, digits, periods, underscores, hyphens and Chinese characters, 1 to 50. */
export function shareName(name: string): string {
  if ([...name].length > 50) refuse("InvalidParameter.ResourceShareName.Length", "The name of the share has more than 50 characters.");
  if (!shareNameLetters.test(name))
    refuse("InvalidParameter.ResourceShareName", "The name of the share has characters that are not allowed.");
  return name;
}

export function shareId(id: string): string {
  return shareIdShape.test(id) ? id : refuse("InvalidParameter.ResourceShareId", "The id of the share is not well formed.");
}

export function shareIds(question: Question): string[] {
  const ids = list(question, "ResourceShareIds");
  if (!ids.every((id) => shareIdShape.test(id))) refuse("InvalidParameter.ResourceShareIds", "An id of a share is not well formed.");
  return ids;
}

export function invitationId(id: string): string {
  if (invitationIdShape.test(id)) return id;
  return refuse("InvalidParameter.ResourceShareInvitationId", "The id of the invitation is not well formed.");
}

export function invitationIds(question: Question): string[] {
  const ids = list(question, "ResourceShareInvitationIds");
  if (ids.every((id) => invitationIdShape.test(id))) return ids;
  return refuse("InvalidParameter.ResourceShareInvitationIds", "An id of an invitation is not well formed.");
}

export function permissionName(name: string): string {
  return permissionNameShape.test(name)
    ? name
    : refuse("InvalidParameter.PermissionName", "The name of the permission is not well formed.");
}

/** `Self` or `OtherAccounts`, which must be given. */
export function owner(question: Question): "Self" | "OtherAccounts" {
  const owners = ["Self", "OtherAccounts"] as const;
  required(question, "ResourceOwner");
  return word(question, "ResourceOwner", owners, "InvalidParameter.ResourceOwner") ?? "Self";
}

function tooMany(count: number, name: ListName | PairName): void {
  if (count > maxEntries) refuse(`InvalidParameter.${name}.Length`, `The parameter ${name} has ${count} entries, more than ${maxEntries}.`);
}

function duplicated(texts: readonly string[], name: ListName | PairName): void {
  if (hasDuplicates(texts)) refuse(`InvalidParameter.${name}.Duplicate`, `The parameter ${name} holds the same entry twice.`);
}
