import { existsSync } from "node:fs";
import { join } from "node:path";

/** Whether a folder has a file of Pulumi's settings with this name, in one of the formats that Pulumi reads. */
export function hasSettingsFile(folder: string, name: string): boolean {
  return [".yaml", ".yml", ".json"].some((format) => existsSync(join(folder, name + format)));
}
