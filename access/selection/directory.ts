import { z } from "zod";
import { InputError } from "../../provider/kernel/errors.ts";
import { parseJson } from "../../provider/kernel/json.ts";
import { type Target, targetKind } from "../share-snapshot.ts";

const id = z.string().min(1);
const accountId = id.regex(/^\d{16}$/);
const DirectoryFile = z.union([
  z.array(accountId).transform((ids) => ({ accounts: ids.map((account) => ({ id: account, folder: undefined })), folders: [] })),
  z.strictObject({
    accounts: z.array(z.strictObject({ id: accountId, folder: id.optional() })),
    folders: z.array(z.strictObject({ id, parent: id.optional() })).default([]),
  }),
]);

/** The members of a resource directory, as its administrator has listed them in a file. */
export interface Directory {
  /** Ids of all member accounts. */
  readonly members: ReadonlySet<string>;
  /** The ids of the accounts that a target stands for; `undefined` when the file does not have its folder. */
  membersOf(target: Target): readonly string[] | undefined;
}

/**
 * Reads a file with the members of a resource directory: a list of account ids, or accounts with their folders.
 *
 * @throws InputError when the text is something else.
 * @example
 * const directory = readDirectory('{ "accounts": [{ "id": "1000000000000011", "folder": "fd-1" }], "folders": [{ "id": "fd-1" }] }');
 * directory.membersOf(targetOf("fd-1", false)) // ["1000000000000011"]
 */
export function readDirectory(text: string): Directory {
  const listed = parseJson(text);
  const { success, data } = DirectoryFile.safeParse(listed);
  if (!success) throw InputError.of("directory", Array.isArray(listed) ? entryProblem(listed) : shapeText);
  const { accounts, folders } = data;
  const members = new Set(accounts.map((account) => account.id));
  const parents = new Map(folders.map(({ id: folder, parent }) => [folder, parent]));
  const isBelow = (folder: string | undefined, wanted: string) => pathOf(folder, parents).includes(wanted);
  const known = new Set([...parents.keys(), ...accounts.map(({ folder }) => folder)]);
  return {
    members,
    membersOf: (target) => {
      const kind = targetKind(target.id);
      if (kind === "ResourceDirectory") return [...members];
      if (kind !== "Folder" || !known.has(target.id)) return undefined;
      return accounts.filter(({ folder }) => isBelow(folder, target.id)).map((account) => account.id);
    },
  };
}

/** Names the first entry of a list that is no account id. */
function entryProblem(list: readonly unknown[]): string {
  const index = list.findIndex((entry) => !accountId.safeParse(entry).success);
  return `[${index}]: ${JSON.stringify(list[index])} is not an account id (16 digits, as text)`;
}

const shapeText =
  'this is no list of members: write ["<account id>", …], or { "accounts": [{ "id", "folder" }], "folders": [{ "id", "parent" }] }';

/** A folder and the folders above it. A file may contain a cycle, so no folder is visited twice. */
function pathOf(folder: string | undefined, parents: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let next = folder; next !== undefined && !path.includes(next); next = parents.get(next)) path.push(next);
  return path;
}
