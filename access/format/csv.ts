import { singleLine } from "../../provider/kernel/printable.ts";
import { riskFirst } from "../diff/review/risks.ts";
import type { ShownAccess } from "../shown-access.ts";

/** The columns, in their order: new ones are added at the end. */
const cellsByName: readonly (readonly [name: string, cellOf: (access: ShownAccess) => string | boolean | null | undefined])[] = [
  ["change", ({ change }) => change],
  ["target", ({ target }) => target.id],
  ["target_kind", ({ target }) => target.kind],
  ["external", ({ target }) => target.external],
  ["resource_type", ({ resource }) => resource.type],
  ["resource", ({ resource }) => resource.id],
  ["resource_arn", ({ resource }) => resource.arn],
  ["permission", ({ permission }) => permission],
  ["account", ({ account }) => account],
  ["pending", ({ pending }) => pending],
  ["gap", ({ gap }) => gap],
  ["share_names", ({ shares }) => shares.map(({ name }) => name).join("; ")],
  ["share_ids", ({ shares }) => shares.map(({ id }) => id ?? "").join("; ")],
  ["stack", ({ stack }) => stack],
  ["was_pending", ({ wasPending }) => wasPending],
  ["region", ({ region }) => region],
  ["target_property", ({ target }) => target.property],
  ["resource_property", ({ resource }) => resource.property],
  ["old_permission", ({ oldPermission }) => oldPermission],
  ["old_target_property", ({ target }) => target.oldProperty],
  ["old_resource_property", ({ resource }) => resource.oldProperty],
];

/**
 * The accesses as CSV, quoted as in RFC 4180, one line each, after a line with the names of the columns. A value that is not known, or that
 * does not apply, is empty.
 */
export function toCsv(accesses: readonly ShownAccess[]): string {
  const rows = riskFirst(accesses).map((access) => cellsByName.map(([, cellOf]) => quoted(cellOf(access))).join(","));
  return [cellsByName.map(([name]) => name).join(","), ...rows].join("\n");
}

function quoted(value: string | boolean | null | undefined): string {
  const text = singleLine(String(value ?? ""));
  // A spreadsheet would run a cell that begins like this as a formula.
  const harmless = /^\s*[=+\-@]/.test(text) ? `'${text}` : text;
  // Some spreadsheets take a semicolon as the end of a cell.
  return /[",;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
