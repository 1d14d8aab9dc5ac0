import type { Code } from "../../provider/api/error-codes.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import type { RequestParameters } from "./handler.ts";
import { throwServiceError } from "../gateway/service-error.ts";

/** Limit for lists of ids, ARNs, names and pairs. */
const maxEntries = 5;
const shareIdPattern = /^rs-[A-Za-z0-9-]{1,60}$/;
const invitationIdPattern = /^i-[A-Za-z0-9-]{1,60}$/;
const permissionNamePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;
const shareNamePattern = /^[\p{Script=Han}A-Za-z0-9._-]+$/u;

/** The lists: each has the declared error codes `InvalidParameter.<name>`, `.Duplicate` and `.Length`. */
type ListName = ListNameOf<Code>;
type ListNameOf<AnyCode> = AnyCode extends `InvalidParameter.${infer Name}.Duplicate` ? Name : never;
/** The required parameters: each has the declared error code `MissingParameter.<name>`. */
type RequiredName = RequiredNameOf<Code>;
type RequiredNameOf<AnyCode> = AnyCode extends `MissingParameter.${infer Name}` ? Name : never;

/** Returns a string parameter; an empty string counts as absent. */
export function text(request: RequestParameters, name: string, code: Code = "InvalidParameter"): string | undefined {
  const value = request[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string") throwServiceError(code, `The parameter ${name} takes one value.`);
  return value;
}

/** Returns a string parameter, or throws `MissingParameter.<name>`. */
export function required(request: RequestParameters, name: RequiredName): string {
  return text(request, name) ?? throwServiceError(`MissingParameter.${name}`, `The parameter ${name} is required.`);
}

/** Returns a Boolean parameter; the values are `true` and `false`. */
export function flag(request: RequestParameters, name: string): boolean | undefined {
  const value = text(request, name);
  if (value === undefined) return undefined;
  if (value === "true") return true;
  if (value === "false") return false;
  return throwServiceError("InvalidParameter", `The parameter ${name} must be true or false.`);
}

/** Returns a parameter that has one of several values, or `undefined` when it is absent. */
export function enumValue<Word extends string>(
  request: RequestParameters,
  name: string,
  values: readonly Word[],
  code: Code,
): Word | undefined {
  const value = text(request, name, code);
  if (value === undefined) return undefined;
  return values.find((known) => known === value) ?? throwServiceError(code, `The parameter ${name} must be one of ${values.join(", ")}.`);
}

/** Returns a list of at most five strings without duplicates. */
export function list(request: RequestParameters, name: ListName): string[] {
  const code: Code = `InvalidParameter.${name}`;
  const values = entries(request, name, code);
  rejectTooMany(values.length, name);
  const texts = values.map((value) => {
    if (typeof value === "string" && value !== "") return value;
    return throwServiceError(code, `The parameter ${name} holds an entry that is no text.`);
  });
  rejectDuplicates(texts, name);
  return texts;
}

/** Returns a list of at most five pairs. Both fields of a pair are required, and no two pairs may have the same `keyOf`. */
export function pairs<Key extends string, Value extends string>(
  request: RequestParameters,
  name: ListName,
  key: Key,
  value: Value,
  keyOf: (pair: Record<Key | Value, string>) => string = (pair) => pair[key],
): Record<Key | Value, string>[] {
  const code: Code = `InvalidParameter.${name}`;
  const values = entries(request, name, code);
  rejectTooMany(values.length, name);
  const found = values.map((entry) => {
    const first = isRecord(entry) ? entry[key] : undefined;
    const second = isRecord(entry) ? entry[value] : undefined;
    if (typeof first !== "string" || typeof second !== "string" || first === "" || second === "") {
      throwServiceError(code, `Every entry of ${name} needs both ${key} and ${value}.`);
    }
    // TypeScript widens computed property names to `string`.
    return { [key]: first, [value]: second } as Record<Key | Value, string>;
  });
  rejectDuplicates(found.map(keyOf), name);
  return found;
}

/** Returns the entries of a list without validating them. */
export function entries(request: RequestParameters, name: string, code: Code): unknown[] {
  const value = request[name];
  if (value === undefined || value === "") return [];
  return Array.isArray(value) ? value : throwServiceError(code, `The parameter ${name} is a list: ${name}.1, ${name}.2 and so on.`);
}

/** Whether a list has an entry twice. */
export function hasDuplicates(texts: readonly string[]): boolean {
  return new Set(texts).size < texts.length;
}

/** Validates a share name: 1 to 50 letters, digits, periods, underscores, hyphens and Chinese characters. */
export function shareName(name: string): string {
  if ([...name].length > 50)
    throwServiceError("InvalidParameter.ResourceShareName.Length", "The name of the share has more than 50 characters.");
  if (!shareNamePattern.test(name))
    throwServiceError("InvalidParameter.ResourceShareName", "The name of the share has characters that are not allowed.");
  return name;
}

export function shareId(id: string): string {
  return shareIdPattern.test(id) ? id : throwServiceError("InvalidParameter.ResourceShareId", "The id of the share is not well formed.");
}

export function shareIds(request: RequestParameters): string[] {
  const ids = list(request, "ResourceShareIds");
  if (!ids.every((id) => shareIdPattern.test(id)))
    throwServiceError("InvalidParameter.ResourceShareIds", "An id of a share is not well formed.");
  return ids;
}

export function invitationId(id: string): string {
  if (invitationIdPattern.test(id)) return id;
  return throwServiceError("InvalidParameter.ResourceShareInvitationId", "The id of the invitation is not well formed.");
}

export function invitationIds(request: RequestParameters): string[] {
  const ids = list(request, "ResourceShareInvitationIds");
  if (ids.every((id) => invitationIdPattern.test(id))) return ids;
  return throwServiceError("InvalidParameter.ResourceShareInvitationIds", "An id of an invitation is not well formed.");
}

export function permissionName(name: string): string {
  return permissionNamePattern.test(name)
    ? name
    : throwServiceError("InvalidParameter.PermissionName", "The name of the permission is not well formed.");
}

/** Returns the required parameter `ResourceOwner`. */
export function owner(request: RequestParameters): "Self" | "OtherAccounts" {
  const owners = ["Self", "OtherAccounts"] as const;
  required(request, "ResourceOwner");
  return enumValue(request, "ResourceOwner", owners, "InvalidParameter.ResourceOwner") ?? "Self";
}

function rejectTooMany(count: number, name: ListName): void {
  if (count > maxEntries)
    throwServiceError(`InvalidParameter.${name}.Length`, `The parameter ${name} has ${count} entries, more than ${maxEntries}.`);
}

function rejectDuplicates(texts: readonly string[], name: ListName): void {
  if (hasDuplicates(texts)) throwServiceError(`InvalidParameter.${name}.Duplicate`, `The parameter ${name} holds the same entry twice.`);
}
