import { z } from "zod";
import { InputError } from "../../provider/kernel/errors.ts";
import { parseJson } from "../../provider/kernel/json.ts";
import { shapeFailures } from "../../provider/kernel/shape-failures.ts";
import { inPlainWords } from "../../provider/kernel/shape-reason.ts";
import { type Target, targetKind } from "../share-snapshot.ts";

const id = z.string().min(1);
const accountId = id.regex(/^\d{16}$/, "is not an account id (16 digits)");
const Ids = z.array(accountId);
const Tree = z.strictObject({
  accounts: z.array(z.strictObject({ id: accountId, folder: id.optional() })),
  folders: z.array(z.strictObject({ id, parent: id.optional() })).default([]),
});

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
  const { accounts, folders } = Array.isArray(listed)
    ? { accounts: parsed(Ids, listed).map((account) => ({ id: account, folder: undefined })), folders: [] }
    : parsed(Tree, listed);
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

function parsed<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const { success, data, error } = shape.safeParse(value, inPlainWords);
  if (success) return data;
  // Where a name is misspelt, that what it means is missing is no help.
  const [first] = error.issues.toSorted((a, b) => Number(b.code === "unrecognized_keys") - Number(a.code === "unrecognized_keys"));
  const [failure] = shapeFailures(shape, first && [first], value);
  throw InputError.of(
    "directory",
    `this is no list of members: ${failure?.property ? `${failure.property} ` : "it "}${failure?.reason}; ${shapeText}`,
  );
}

const shapeText = 'write ["<account id>", …], or { "accounts": [{ "id", "folder" }], "folders": [{ "id", "parent" }] }';

/** A folder and the folders above it. A file may contain a cycle, so no folder is visited twice. */
function pathOf(folder: string | undefined, parents: ReadonlyMap<string, string | undefined>): readonly string[] {
  const path: string[] = [];
  for (let next = folder; next !== undefined && !path.includes(next); next = parents.get(next)) path.push(next);
  return path;
}
