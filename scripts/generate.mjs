// Generates the SDK's classes and functions, their pages, and the schema of the plugin from the provider's schemas. `--check` only reports stale files.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { catalogueFiles } from "./generate/catalogue-page.mjs";
import { classFiles } from "./generate/classes.mjs";
import { formatted } from "./generate/format.mjs";
import { functionFiles } from "./generate/functions.mjs";
import { functionPageFiles } from "./generate/function-pages.mjs";
import { pageFiles } from "./generate/pages.mjs";
import { pictureFiles } from "./generate/pictures.mjs";
import { providerArgsFiles } from "./generate/provider-args.mjs";
import { sharedTypeFiles, sharedTypesOf } from "./generate/shared-types.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const FOLDERS = ["sdk/resources", "sdk/types", "docs/resources", "docs/functions"];

// Node warns that package.json has no module type for the imported sources. The build compiles them to CommonJS.
process.removeAllListeners("warning");
const { packageSchema } = await import("./generate/schema/index.ts");
const { exampleTexts } = await import("./generate/schema/examples/index.ts");
const { tokenOfResource } = await import("../provider/kernel/type-tokens.ts");
const { pluginSchema } = await import("./generate/schema/plugin-schema.ts");
const { accountMembers, configurationKeys } = await import("../provider/client/config/configuration-keys.ts");
const { reportSchema } = await import("../access/diff/report.ts");
const textColumns = await import("../access/format/text-columns.ts");
const { catalogueSources, permissionsOfType, shareableTypes } = await import("../provider/api/catalogue.ts");
const schema = packageSchema();
const shared = sharedTypesOf(schema);
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const files = formatted(root, {
  ...classFiles(schema, shared, root),
  ...functionFiles(schema, shared, root),
  ...sharedTypeFiles(shared, schema),
  ...providerArgsFiles(configurationKeys, accountMembers, version),
  ...pageFiles(schema, root, exampleTexts, tokenOfResource),
  ...functionPageFiles(schema, root),
  ...catalogueFiles(shareableTypes, permissionsOfType, catalogueSources),
  "docs/diff.schema.json": reportSchema(),
  "schema.json": JSON.stringify(pluginSchema(schema, version)),
});
Object.assign(files, pictureFiles(root, textColumns));
const orphaned = FOLDERS.flatMap((folder) => listed(folder)).filter((path) => !(path in files));
const stale = Object.entries(files).filter(([path, text]) => contentOf(path) !== text);

if (process.argv.includes("--check")) {
  const wrong = [...stale.map(([path]) => `${path} is not current`), ...orphaned.map((path) => `${path} is not generated any more`)];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) console.error("Run `npm run docs` and commit what it writes.");
  process.exitCode = wrong.length > 0 ? 1 : 0;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.error(`wrote ${path}`);
  }
  for (const path of orphaned) {
    rmSync(join(root, path));
    console.error(`removed ${path}`);
  }
}

/** @param {string} folder @returns {string[]} */
function listed(folder) {
  try {
    return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

/** @param {string} path @returns {string | undefined} */
function contentOf(path) {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
