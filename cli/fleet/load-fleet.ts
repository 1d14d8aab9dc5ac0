import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { settingsFile } from "../../provider/host/settings-file.ts";
import { meantRegion } from "../../provider/api/catalogue.ts";
import { InputError, messageOf } from "../../provider/kernel/errors.ts";
import { isRecord } from "../../provider/kernel/json.ts";
import type { Fleet } from "../../sdk/fleet/fleet.ts";
import { planOf } from "../../sdk/fleet/plan.ts";
import { readDescription } from "../../sdk/fleet/read-description.ts";
import { secretsOfEnvironment, withoutSecrets } from "../../access/output/secrets.ts";
import { UsageError } from "../command.ts";
import { backendProblem } from "./backend-problem.ts";
import { absentSettings } from "../input/pulumi.ts";

/**
 * Loads the description that a file exports as its default, with Node's own support for TypeScript.
 *
 * @param file A TypeScript file, or a module of JavaScript.
 * @param warn Prints what is suspicious in the description.
 * @throws UsageError when the file cannot be loaded, and when its description is invalid.
 */
export async function loadFleet(file: string, warn: (message: string) => void): Promise<Fleet> {
  const path = resolve(file);
  const advice = "name a file such as fleet.mts, whose default export is defineFleet({ … })";
  if (!existsSync(path)) throw new UsageError(`--file ${file} cannot be read: there is no such file; ${advice}`);
  if (!/\.[mc]?[jt]s$/.test(path)) throw new UsageError(`--file ${file} is no module: ${advice}`);
  const value = exportedBy(await imported(file, path, advice));
  try {
    const fleet = readDescription(value, dirname(path));
    planOf(fleet, "up");
    checkFolders(fleet);
    for (const warning of regionWarnings(fleet)) warn(warning);
    assertBackend(fleet, process.env["PULUMI_BACKEND_URL"] ?? "");
    return fleet;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const details = error.failures.map(({ property, reason }) => `${property}: ${reason}`);
    throw new UsageError(`${file} is no valid fleet:`, { details });
  }
}

async function imported(file: string, path: string, advice: string): Promise<unknown> {
  const { href } = pathToFileURL(path);
  try {
    return await import(href);
  } catch (error) {
    // The file may have thrown anything, secrets among it.
    const place = placeIn(error);
    const reason = withoutSecrets(`${messageOf(error)}${place}`, secretsOfEnvironment(process.env));
    const isProgram = place === "" && settingsFile(dirname(path), "Pulumi") !== undefined;
    throw new UsageError(`--file ${file} cannot be loaded: ${reason}${isProgram ? `; it is beside a Pulumi.yaml: ${advice}` : ""}`, {
      cause: error,
    });
  }
}

/** The file and the line of a syntax error, which Node writes above the stack where it knows them. */
function placeIn(error: unknown): string {
  const [, url, line] = /^(file:\/\/\S+):(\d+)$/m.exec(error instanceof Error ? (error.stack ?? "") : "") ?? [];
  return url === undefined ? "" : ` (${fileURLToPath(url)}:${line})`;
}

/** The default export; the module itself where a bundler or CommonJS has put it one level deeper. */
function exportedBy(module: unknown): unknown {
  const value = isRecord(module) ? module["default"] : undefined;
  return isRecord(value) && value["__esModule"] === true ? value["default"] : value;
}

/** The vendor adds regions, so one that is not documented is no failure. */
function regionWarnings({ stacks }: Fleet): readonly string[] {
  return [...new Set(stacks.map(({ region }) => region))].flatMap((region) => {
    const meant = meantRegion(region);
    return meant === undefined ? [] : [`regions: ${region} is not a documented region; did you mean ${meant}?`];
  });
}

/** Checks the backend of a fleet that names none. A relative folder is left to Pulumi. */
function assertBackend({ backend }: Fleet, ofEnvironment: string): void {
  const problem = backend === undefined && !/^file:\/\/[^/~]/.test(ofEnvironment) ? backendProblem(ofEnvironment) : undefined;
  if (problem !== undefined) throw new UsageError(`PULUMI_BACKEND_URL: ${problem}`);
}

function checkFolders({ stacks, policyPacks, backend }: Fleet): void {
  const folders = new Map(
    stacks.flatMap(({ program }) => (program.kind === "folder" ? [[program.property, program.folder] as const] : [])),
  );
  const failures = [
    { property: "backend", reason: backend === undefined ? undefined : backendProblem(backend) },
    ...[...folders].map(([property, folder]) => ({ property, reason: absentSettings(folder, "Pulumi") })),
    ...policyPacks.map((folder) => ({ property: "policyPacks", reason: absentSettings(folder, "PulumiPolicy") })),
  ].flatMap(({ property, reason }) => (reason === undefined ? [] : [{ property, reason }]));
  if (failures.length > 0) throw new InputError(failures);
}
