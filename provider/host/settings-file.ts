import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isRecord, parseJson } from "../kernel/json.ts";

/** The file of Pulumi's settings with this name in a folder, in one of the formats that Pulumi reads; `undefined` when there is none. */
export function settingsFile(folder: string, name: string): string | undefined {
  return [".yaml", ".yml", ".json"].map((format) => join(folder, name + format)).find((file) => existsSync(file));
}

/** The project file that Pulumi uses in a folder: it also searches the folders above. */
export function projectFile(folder: string): string | undefined {
  return settingsFile(folder, "Pulumi") ?? (dirname(folder) === folder ? undefined : projectFile(dirname(folder)));
}

/** The name of the project in a project file, at the top level of YAML or JSON; `undefined` when it has none. */
export function projectName(file: string): string | undefined {
  const text = readFileSync(file, "utf8");
  if (!file.endsWith(".json")) return /^["']?name["']?:\s*["']?([^\s"'#]+)/m.exec(text)?.[1];
  const project = parseJson(text);
  return isRecord(project) && typeof project["name"] === "string" ? project["name"] : undefined;
}
