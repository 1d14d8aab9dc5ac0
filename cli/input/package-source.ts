import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { packageFolder } from "../../access/output/manifest.ts";

/**
 * Returns what npm installs this package from, as a dependency of another project: the packed file or its address that it was installed from,
 * otherwise the folder of the package itself. Never its name: in the registry, that name is not ours.
 */
export function packageSource(folder = packageFolder()): string {
  const modules = dirname(folder);
  const resolved = resolvedIn(modules);
  if (/^https?:/.test(resolved)) return resolved;
  const file = resolve(dirname(modules), resolved.replace(/^file:/, ""));
  return `file:${resolved.startsWith("file:") && existsSync(file) ? file : realpathSync(folder)}`;
}

/** The place that npm has recorded for this package in a `node_modules` folder; empty when npm did not install it there. */
function resolvedIn(modules: string): string {
  try {
    const listed = parseJson(readFileSync(join(modules, ".package-lock.json"), "utf8"));
    const packages = isRecord(listed) && isRecord(listed["packages"]) ? listed["packages"] : {};
    const entry = packages["node_modules/pulumi-resourceshare"];
    return isRecord(entry) && typeof entry["resolved"] === "string" ? entry["resolved"] : "";
  } catch {
    return "";
  }
}
