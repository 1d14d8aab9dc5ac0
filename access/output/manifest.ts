import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";

/** The version of this package, and the versions that it requires. */
export interface Manifest {
  readonly version: string;
  /** The supported versions of Node, as `>=22.19`. */
  readonly node: string;
  /** The supported versions of `@pulumi/pulumi`, as `^3.220.0`. */
  readonly pulumi: string;
}

/** Returns the folder of this package, a parent of sources and build output; where there is none, as in a bundle, the folder of this module. */
export function packageFolder(): string {
  for (let folder = __dirname; folder !== join(folder, ".."); folder = join(folder, "..")) {
    if (manifestIn(folder)?.["name"] === "pulumi-resourceshare") return folder;
  }
  return __dirname;
}

/** Reads the package.json of this package. */
export function manifestOfPackage(): Manifest {
  const found = manifestIn(packageFolder()) ?? {};
  return {
    version: memberText(found, "version"),
    node: memberText(found["engines"], "node"),
    pulumi: memberText(found["peerDependencies"], "@pulumi/pulumi"),
  };
}

/** Reads the package.json of a folder; `undefined` when it cannot be read. */
export function manifestIn(folder: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function memberText(value: unknown, key: string): string {
  const member = isRecord(value) ? value[key] : undefined;
  return typeof member === "string" ? member : "";
}
