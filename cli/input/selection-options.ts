import type { ParseArgsOptionsConfig } from "node:util";
import type { ShownAccess } from "../../access/diff/changes.ts";
import { type Directory, readDirectory } from "../../access/selection/directory.ts";
import { type Filters, isSelective, selected } from "../../access/selection/filters.ts";
import { expandMembers } from "../../access/selection/members.ts";
import { type OptionHelp, type OptionValues, UsageError } from "../command.ts";
import { readWith, textOfFile } from "./input-files.ts";

/** The options that `access` and `diff` share: which accesses they print, and how. */
export const selectionOptions: ParseArgsOptionsConfig = {
  target: { type: "string", multiple: true },
  resource: { type: "string", multiple: true },
  type: { type: "string", multiple: true },
  permission: { type: "string", multiple: true },
  share: { type: "string", multiple: true },
  external: { type: "boolean" },
  pending: { type: "boolean" },
  expand: { type: "string", multiple: true },
  directory: { type: "string" },
  "allow-external": { type: "string", multiple: true },
};

/** The help of the options that select what is printed. */
export const filterHelp: readonly OptionHelp[] = [
  ["--target <id>", "only these targets, once or more, as all filters; `*` stands for any text"],
  ["--resource <id>", "only these resources, by id or ARN"],
  ["--type <type>", "only resources of these types"],
  ["--permission <name>", "only access with these permissions"],
  ["--share <name>", "only access through these shares, by name or id"],
  ["--external", "only targets outside the resource directory, services, and accounts of which that is not known"],
  ["--pending", "only access that is not in force yet"],
  ["--expand <what>", "members: accounts in place of folders and directories; groups: a line for each access"],
];

/** The help of the options that decide what is a risk. */
export const riskHelp: readonly OptionHelp[] = [
  ["--directory <file>", "the members of the resource directory as JSON, for --expand members and for external targets"],
  ["--allow-external <id>", "targets that may be outside the resource directory: they are no risk"],
];

/** What the options of a command select. */
export interface Selection {
  readonly filters: Filters;
  readonly directory: Directory | undefined;
  /** Patterns of targets that may be outside the directory. */
  readonly allowedExternal: readonly string[];
  /** Whether each access is a line of its own. */
  readonly isExpanded: boolean;
  readonly hasMembers: boolean;
}

/**
 * Reads the options that `access` and `diff` share.
 *
 * @throws UsageError when they are invalid, or when the file of `--directory` is.
 */
export function selectionOf(options: OptionValues): Selection {
  const expanded = optionTexts(options["expand"]).flatMap((item) => item.split(","));
  const unknown = expanded.find((item) => item !== "members" && item !== "groups");
  if (unknown !== undefined) throw new UsageError(`--expand ${unknown} is not known: members or groups`);
  const directory = directoryOf(options);
  const hasMembers = expanded.includes("members");
  if (hasMembers && directory === undefined)
    throw new UsageError("--expand members needs the members of the resource directory: name a file that lists them, with --directory");
  return {
    filters: filtersOf(options),
    directory,
    allowedExternal: optionTexts(options["allow-external"]),
    isExpanded: expanded.includes("groups"),
    hasMembers,
  };
}

/**
 * Reads the file of `--directory`.
 *
 * @throws UsageError when it is no list of members.
 */
export function directoryOf({ directory: file }: OptionValues): Directory | undefined {
  return typeof file === "string" ? readWith(`--directory ${file}`, () => readDirectory(textOfFile(file, "--directory"))) : undefined;
}

/** Accesses, and remarks for the user. */
interface Applied<Item> {
  readonly accesses: readonly Item[];
  readonly remarks: readonly string[];
}

/** Expands and filters accesses. */
export function applied<Item extends ShownAccess>(accesses: readonly Item[], selection: Selection): Applied<Item> {
  const { accesses: members, remarks } = expanded(accesses, selection);
  const found = filtered(members, selection);
  return { accesses: found.accesses, remarks: [...remarks, ...found.remarks] };
}

/** Expands folders and directories; the remarks name what could not be expanded. */
export function expanded<Item extends ShownAccess>(accesses: readonly Item[], { directory, hasMembers }: Selection): Applied<Item> {
  return hasMembers && directory !== undefined ? expandMembers(accesses, directory) : { accesses, remarks: [] };
}

/** Filters accesses; a remark reports that none matches. */
export function filtered<Item extends ShownAccess>(accesses: readonly Item[], { filters }: Selection): Applied<Item> {
  const found = selected(accesses, filters);
  const isEmpty = found.length === 0 && accesses.length > 0 && isSelective(filters);
  return { accesses: found, remarks: isEmpty ? [`no access matches the filters; without them there are ${accesses.length}`] : [] };
}

function filtersOf(options: OptionValues): Filters {
  return {
    targets: optionTexts(options["target"]),
    resources: optionTexts(options["resource"]),
    types: optionTexts(options["type"]),
    permissions: optionTexts(options["permission"]),
    shares: optionTexts(options["share"]),
    external: options["external"] === true,
    pending: options["pending"] === true,
  };
}

/** The values of an option that may be set several times. */
export function optionTexts(given: OptionValues[string]): string[] {
  return Array.isArray(given) ? given.map(String) : [];
}
