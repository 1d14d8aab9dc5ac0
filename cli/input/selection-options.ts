import type { ShownAccess } from "../../access/shown-access.ts";
import { type Directory, readDirectory } from "../../access/selection/directory.ts";
import { filteredValues, type Filters, isSelective, patternFilters, selected } from "../../access/selection/filters.ts";
import { expandMembers, type Selected } from "../../access/selection/members.ts";
import { accountIdAdvice } from "../../provider/api/id-forms.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { matchesInAnyCase } from "../../provider/kernel/wildcard.ts";
import { targetShape } from "../../provider/resources/association/entity-inputs.ts";
import { flag, type Option, repeated, single, UsageError, type Values } from "../command.ts";
import { jsonTextOfFile, readText } from "./input-files.ts";

/** The options of `access` and `diff` that select what is printed. */
export const filterOptions = {
  target: repeated("<id>", "only these targets, once or more, as all filters; `*` stands for any text"),
  resource: repeated("<id>", "only these resources, by id or ARN"),
  type: repeated("<type>", "only resources of these types"),
  permission: repeated("<name>", "only access with these permissions"),
  share: repeated("<name>", "only access through these shares, by name or id"),
  external: flag("only targets outside the resource directory, services, and accounts of which that is not known"),
  pending: flag("only access that is not in force yet"),
  expand: repeated("<what>", "members: accounts in place of folders, and beside a whole directory; groups: a line for each access"),
} satisfies Record<keyof Filters | "expand", Option>;

/** The options of `access` and `diff` that decide what is a risk. */
export const riskOptions = {
  directory: single("<file>", "the members of the resource directory as JSON, for --expand members and for external targets"),
  "allow-external": repeated("<id>", "targets that may be outside the resource directory: they are no risk"),
};

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
export function selectionOf(options: Values<typeof filterOptions> & Values<typeof riskOptions>): Selection {
  const { expand: expanded = [] } = options;
  const unknown = expanded.find((item) => item !== "members" && item !== "groups");
  if (unknown !== undefined) throw new UsageError(`--expand ${unknown} is not known: members or groups`);
  const directory = directoryOf(options);
  const hasMembers = expanded.includes("members");
  if (hasMembers && directory === undefined)
    throw new UsageError("--expand members needs the members of the resource directory: name a file that lists them, with --directory");
  return {
    filters: options,
    directory,
    allowedExternal: allowedOf(options),
    isExpanded: expanded.includes("groups"),
    hasMembers,
  };
}

function allowedOf({ "allow-external": allowed = [] }: Values<typeof riskOptions>): readonly string[] {
  for (const id of allowed.filter((pattern) => !pattern.includes("*"))) {
    if (!targetShape.test(id))
      throw new UsageError(
        `--allow-external ${id} is not the id of a target: of an account (digits only), a folder, a resource directory or a service`,
      );
    if (/^\d+$/.test(id) && accountIdAdvice(id) !== undefined)
      throw new UsageError(`--allow-external ${id} is not the id of an account: such ids have 16 digits`);
  }
  return allowed;
}

/**
 * Reads the file of `--directory`.
 *
 * @throws UsageError when it is no list of members.
 */
export function directoryOf({ directory: file }: { readonly directory?: string | undefined }): Directory | undefined {
  return file === undefined ? undefined : readText(`--directory ${file}`, jsonTextOfFile(file, "--directory"), readDirectory);
}

/** Expands folders and directories; the remarks name what could not be expanded. */
export function expanded<Item extends ShownAccess>(accesses: readonly Item[], { directory, hasMembers }: Selection): Selected<Item> {
  return hasMembers && directory !== undefined ? expandMembers(accesses, directory) : { accesses, remarks: [] };
}

/** Filters accesses; a remark reports that none matches. */
export function filtered<Item extends ShownAccess>(accesses: readonly Item[], { filters }: Selection): Selected<Item> {
  const found = selected(accesses, filters);
  if (found.length > 0 || accesses.length === 0 || !isSelective(filters)) return { accesses: found, remarks: [] };
  const meant = patternFilters.flatMap((name) => {
    const known = [...new Set(accesses.flatMap((access) => filteredValues[name](access)))];
    const unmatched = (filters[name] ?? []).filter((pattern) => !known.some((value) => matchesInAnyCase([pattern], value)));
    return unmatched.map((pattern) => patternMeant(name, pattern, known));
  });
  return {
    accesses: found,
    remarks: [
      `no access matches the filters; without them there ${accesses.length === 1 ? "is" : "are"} ${accesses.length}${meant.join("")}`,
    ],
  };
}

/** Advises on a pattern that matches nothing: the nearest name, or that `*` stands for the rest of a name. */
function patternMeant(option: string, pattern: string, known: readonly string[]): string {
  const meant = didYouMean(pattern, known, (value) => `--${option} ${value}`);
  const isPart = known.some((value) => value.toLowerCase().includes(pattern.toLowerCase()));
  return meant === "" && isPart ? `; for names that contain it, write --${option} "*${pattern}*"` : meant;
}
