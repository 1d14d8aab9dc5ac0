import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord, parseJson } from "../../../provider/kernel/json.ts";

/** The version of this package, and the versions that it requires. */
export interface Manifest {
  readonly version: string;
  /** The supported versions of Node, as `>=22.19`. */
  readonly node: string;
  /** The supported versions of `@pulumi/pulumi`, as `^3.220.0`. */
  readonly pulumi: string;
}

/** Reads the package.json of this package, which is in a parent folder of both sources and build output. */
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

/** Reads the package.json of a folder; `undefined` when it cannot be read. */
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
