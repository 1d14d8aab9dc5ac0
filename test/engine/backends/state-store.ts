import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What keeps the states of one or several projects, and how tests read it without a run of the CLI. */
export interface StateStore {
  /** The address of the backend, and the credentials that the CLI needs for it. */
  readonly env: Readonly<Record<string, string>>;
  read(key: string): string;
  /** Replaces the text of a key that exists. */
  write(key: string, text: string): void;
  /** The keys that begin with a prefix. */
  list(prefix: string): readonly string[];
}

/** States in files of a folder. */
export function fileStore(folder: string): StateStore {
  return {
    env: { PULUMI_BACKEND_URL: pathToFileURL(folder).href },
    read: (key) => readFileSync(join(folder, key), "utf8"),
    write: (key, text) => writeFileSync(join(folder, key), text),
    list: (prefix) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((key) => key.startsWith(prefix)),
  };
}
