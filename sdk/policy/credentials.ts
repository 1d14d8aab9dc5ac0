import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectName } from "../../provider/host/settings-file.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import { secretIn, secretEnding } from "../../access/output/secret-forms.ts";
import { simulatorFileHeader } from "../../access/output/simulator-file.ts";
import { matches } from "./lists.ts";

/** Assignments of credentials in programs: `accessKeySecret: "…"`. */
const assigned = new RegExp(String.raw`${secretEnding}["']?\s*[:=]\s*(?:"([^"]{8,})"|'([^']{8,})'|\x60([^\x60$]{8,})\x60)`, "i");
const stored = new RegExp(String.raw`^\s*(?:export\s+)?[\w:.-]*${secretEnding}\s*[:=]\s*["']?([^\s"'{$]{8,})`, "i");
const credentialName = new RegExp(`${secretEnding}$`, "i");

/** The location of a credential, and its first characters. */
interface Found {
  readonly path: string;
  readonly shown: string;
}

/** Finds values in arguments that have the form of credentials. */
export function credentialsIn(value: unknown, path = ""): Found[] {
  if (typeof value === "string") {
    const found = secretIn(value) ?? (credentialName.test(path) && value.length >= 8 ? value : undefined);
    return found === undefined ? [] : [{ path, shown: masked(found) }];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => credentialsIn(item, `${path}[${index}]`));
  return isRecord(value) ? membersOf(value, path) : [];
}

function membersOf(values: Values, path: string): Found[] {
  return Object.entries(values).flatMap(([name, inner]) => {
    const key = secretIn(name);
    const place = path === "" ? name : `${path}.${name}`;
    return key === undefined ? credentialsIn(inner, place) : [{ path, shown: masked(key) }];
  });
}

function masked(found: string): string {
  return `${found.slice(0, 4)}…`;
}

/** The folder in which `pulumi` was started, when its `Pulumi.yaml` has the name of the running project; else `undefined`. */
export function programFolder(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const [folder, project] = [environment["PWD"], environment["PULUMI_NODEJS_PROJECT"]];
  if (!folder || !project || !existsSync(join(folder, "Pulumi.yaml"))) return undefined;
  return projectName(join(folder, "Pulumi.yaml")) === project ? folder : undefined;
}

const skippedNames = /^(?:\..*|node_modules|dist|coverage)$/;
const code = /\.[cm]?[jt]sx?$/;
const settings = /\.(?:ya?ml|json|env|ini|toml)$/;

/** The first line of a file with a credential, and how many more there are. */
interface FoundInFile extends Found {
  readonly line: number;
  readonly more: number;
}

/** Finds the source and configuration files of a program that have lines in the form of credentials. */
export function credentialsInFiles(folder: string, ignore: readonly string[]): FoundInFile[] {
  return textsBelow(folder, "")
    .filter((path) => !matches(ignore, path))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      if (text.startsWith(simulatorFileHeader)) return [];
      const [first, ...others] = text.split("\n").flatMap((line, index) => {
        const value = secretIn(line) ?? firstGroup(assigned.exec(line)) ?? (code.test(path) ? undefined : firstGroup(stored.exec(line)));
        return value === undefined ? [] : [{ path, line: index + 1, shown: masked(value) }];
      });
      return first === undefined ? [] : [{ ...first, more: others.length }];
    });
}

function firstGroup(match: RegExpExecArray | null): string | undefined {
  return match?.slice(1).find((group) => group !== undefined);
}

function textsBelow(folder: string, path: string): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => !skippedNames.test(name) && name !== "package-lock.json")
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = path === "" ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return textsBelow(folder, inner);
      return entry.isFile() && (code.test(entry.name) || settings.test(entry.name)) ? [inner] : [];
    });
}
