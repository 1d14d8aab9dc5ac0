import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../provider/kernel/json.ts";

/** What this package says of itself and of what it needs. */
export interface Manifest {
  readonly version: string;
  /** The versions of Node that it runs on, as `>=22.19`. */
  readonly node: string;
  /** The versions of `@pulumi/pulumi` that it works with, as `^3.220.0`. */
  readonly pulumi: string;
}

/** This package's description, which lies above both the sources and what is built from them. */
export function manifestOfPackage(): Manifest {
  for (let folder = __dirname; folder !== join(folder, ".."); folder = join(folder, "..")) {
    const found = manifestIn(folder);
    if (found?.["name"] === "pulumi-resourceshare") {
      return {
        version: textOf(found["version"]),
        node: textOf(found["engines"], "node"),
        pulumi: textOf(found["peerDependencies"], "@pulumi/pulumi"),
      };
    }
  }
  return { version: "", node: "", pulumi: "" };
}

/** The package.json of a folder, when there is one that can be read. */
export function manifestIn(folder: string): Record<string, unknown> | undefined {
  try {
    const value = parseJson(readFileSync(join(folder, "package.json"), "utf8"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function textOf(value: unknown, key?: string): string {
  const inner = key === undefined ? value : isRecord(value) ? value[key] : undefined;
  return typeof inner === "string" ? inner : "";
}
