#!/usr/bin/env node
/**
 * Writes the skeleton of an operation of the sharing API, the function of an operation that changes something, or a resource.
 * `npm run scaffold -- operation ListShareQuotas --chapter shares`, `npm run scaffold -- function ChangeResourceGroup`,
 * `npm run scaffold -- resource ShareNote`.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { applyEdits } from "./scaffold/edits.mjs";
import { functionEdits, operationEdits } from "./scaffold/operation.mjs";
import { resourceEdits } from "./scaffold/resource.mjs";
import { declaredOperations } from "./scaffold/declarations.mjs";

const USAGE = "usage: npm run scaffold -- operation|function|resource Name [--chapter shares]";
const root = join(fileURLToPath(import.meta.url), "../..");

const { positionals, values } = parseArgs({ allowPositionals: true, options: { chapter: { type: "string", default: "shares" } } });
const [kind, name, ...others] = positionals;

try {
  if (name === undefined || others.length > 0) throw new Error(USAGE);
  const declared = declaredOperations(root);
  const edits = editsOf(name, declared);
  for (const path of applyEdits(root, edits)) console.log(path);
  console.log("Complete the skeletons by the specification, then run `npm run docs` and `npm run check`.");
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}

/** @param {string} operation @param {ReturnType<typeof declaredOperations>} declared */
function editsOf(operation, { chapters, operations }) {
  if (!/^[A-Z][A-Za-z0-9]+$/.test(operation)) throw new Error(`${operation} is no name: write it as ListResourceShares`);
  const reads = operations.get(operation);
  switch (kind) {
    case "operation":
      if (reads !== undefined) throw new Error(`${operation} is declared already`);
      if (!chapters.includes(values.chapter)) throw new Error(`there is no chapter ${values.chapter}; there are ${chapters.join(", ")}`);
      return operationEdits(operation, values.chapter);
    case "function":
      if (reads === undefined) throw new Error(`${operation} is not declared: run \`npm run scaffold -- operation ${operation}\` first`);
      return functionEdits(operation, reads);
    case "resource":
      return resourceEdits(operation);
    default:
      throw new Error(USAGE);
  }
}
