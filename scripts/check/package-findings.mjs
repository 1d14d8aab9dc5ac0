import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { readJson } from "../setup/fingerprints.mjs";

/**
 * Checks the package as npm would publish it: its manifest (publint), and the types that each of its entry points resolves to (attw).
 * @param {string} root a checkout with a compiled package
 * @param {string} packed the packed file
 * @returns {Promise<string[]>}
 */
export async function packageFindings(root, packed) {
  return [...(await manifestFindings(root)), ...(await typeFindings(packed))];
}

/** @param {string} root */
async function manifestFindings(root) {
  const { messages } = await publint({ pkgDir: root, level: "warning", strict: true });
  const manifest = readJson(join(root, "package.json"));
  return messages.flatMap((message) => formatMessage(message, manifest) ?? []);
}

/** @param {string} packed */
async function typeFindings(packed) {
  const result = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(packed))));
  if (!result.types) return ["the packed file has no types"];
  return result.problems.map(({ kind, ...where }) => `types: ${kind} ${JSON.stringify(where)}`);
}
