import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The file of Pulumi's settings with this name in a folder, in one of the formats that Pulumi reads; `undefined` when there is none. */
export function settingsFile(folder: string, name: string): string | undefined {
  return [".yaml", ".yml", ".json"].map((format) => join(folder, name + format)).find((file) => existsSync(file));
}

/** The project file that Pulumi uses in a folder: it also searches the folders above. */
export function projectFile(folder: string): string | undefined {
  return settingsFile(folder, "Pulumi") ?? (dirname(folder) === folder ? undefined : projectFile(dirname(folder)));
}
