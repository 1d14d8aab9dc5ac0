import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson } from "../setup/fingerprints.mjs";
import { succeed } from "./pack.mjs";

const QUIET = ["--loglevel=error", "--no-audit", "--no-fund"];

/**
 * Writes the bill of materials (CycloneDX) of the npm package: every package that an installation brings, except those that the user chooses
 * (peers). npm leaves out a package that a development dependency needs as well, so it reads a manifest without these.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.folder an empty folder for the manifest
 * @param {string} options.file
 */
export async function writeBillOfMaterials({ root, folder, file }) {
  // The folder's name is the name of the component.
  const reduced = join(folder, "pulumi-resourceshare");
  mkdirSync(reduced, { recursive: true });
  const { name, version, description, license, dependencies } = readJson(join(root, "package.json"));
  writeFileSync(join(reduced, "package.json"), JSON.stringify({ name, version, description, license, dependencies }));
  copyFileSync(join(root, "package-lock.json"), join(reduced, "package-lock.json"));
  await succeed("npm", ["install", "--package-lock-only", "--offline", "--ignore-scripts", ...QUIET], reduced);
  const options = ["--sbom-format=cyclonedx", "--sbom-type=library", "--package-lock-only"];
  writeFileSync(file, await succeed("npm", ["sbom", ...options, ...QUIET], reduced));
}
