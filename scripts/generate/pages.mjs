import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileName } from "./names.mjs";
import { documentation, members, outputWriter } from "./types.mjs";

/** @import { exampleTexts } from "./schema/examples/index.ts" */
/** @import { PackageSchema, ResourceSchema } from "./schema/package.ts" */
/** @import { Property, Shape } from "./schema/shape.ts" */

// A page has a row for each field of an argument, and shows results without the objects within objects.
const innerType = outputWriter((shape) => (shape.kind === "object" ? "object" : undefined));
const resultType = outputWriter((shape) => (shape.kind === "object" ? objectType(shape.properties) : undefined));
const NOTICE = "<!-- Generated: `npm run docs` -->\n\n";

/** An object of many fields within a result is the details of a failure, which the index describes once. @param {Record<string, Property>} properties */
function objectType(properties) {
  return Object.keys(properties).length > 4 ? "object" : `{ ${members(properties, innerType)} }`;
}

/**
 * Returns the resources' pages, by path.
 * @param {PackageSchema} schema
 * @param {string} root
 * @param {typeof exampleTexts} textsOf the examples in other languages
 * @param {(kind: string) => string} tokenOf the token of a kind in the plugin
 * @returns {Record<string, string>}
 */
export function pageFiles(schema, root, textsOf, tokenOf) {
  const resources = Object.values(schema.resources);
  const shared = { inputs: sharedByMost(resources, "inputs"), outputs: sharedByMost(resources, "outputs") };
  const links = resources.map(({ token, summary }) => indexEntry(token, token, summary));
  return {
    ...Object.fromEntries(
      resources.map((resource) => [
        `docs/resources/${fileName(resource.token)}.md`,
        page(resource, shared, root, textsOf(resource.token, schema.resources), tokenOf),
      ]),
    ),
    "docs/resources/README.md": index(links, shared),
  };
}

/** Returns the line of a page in an index, with what its summary begins with. @param {string} title @param {string} name @param {string} summary */
export function indexEntry(title, name, summary) {
  const [about = ""] = summary.split(/[.:;](?: |$)/);
  return `- [${title}](${fileName(name)}.md): ${about}`;
}

/** @typedef {{ readonly inputs: Record<string, Property>, readonly outputs: Record<string, Property> }} Shared */

/**
 * Returns the properties that most resources have with the same meaning: the index documents them once.
 * @param {readonly ResourceSchema[]} resources @param {"inputs" | "outputs"} side @returns {Record<string, Property>}
 */
function sharedByMost(resources, side) {
  const all = Object.fromEntries(resources.flatMap((resource) => Object.entries(resource[side])));
  const isShared = (/** @type {[string, Property]} */ [name, property]) =>
    resources.filter((resource) => isSame(resource[side][name], property)).length > resources.length / 2;
  return Object.fromEntries(Object.entries(all).filter(isShared));
}

/** @param {Property | undefined} one @param {Property | undefined} other */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @param {readonly string[]} links @param {Shared} shared */
function index(links, { inputs, outputs }) {
  const own = Object.fromEntries(Object.entries(outputs).filter(([name]) => !(name in inputs)));
  return `${NOTICE}# Resources

${links.join("\n")}

## Every resource

Their pages do not repeat these arguments and outputs:

${table(inputs, "argument", "*")}

${table(own, "output", "")}

- The outputs are \`id\`, every argument as it was applied, and those of the page.
- Waits, reads and calls end after \`customTimeouts\` (\`create\`, \`update\`, \`delete\`), else after the configured \`timeoutSeconds\`.
  Some seconds more pass while the resource reads what exists by then; that is kept, and the next \`pulumi up\` resumes it.
- \`.get(name, id)\` of a class gets an existing object without managing it.
- An unknown argument is rejected, with the nearest name.
- Other languages than TypeScript need [the plugin](../plugin.md).
  \`shareId\` is \`share_id\` in Python and \`ShareId\` in Go; other arguments alike.
`;
}

/**
 * @param {ResourceSchema} resource @param {Shared} shared @param {string} root
 * @param {ReturnType<typeof exampleTexts>} texts @param {(kind: string) => string} tokenOf
 */
function page(resource, shared, root, texts, tokenOf) {
  const { token, summary, inputs, outputs } = resource;
  const ownInputs = without(inputs, shared.inputs);
  const rest = Object.keys(inputs).filter((name) => !(name in ownInputs));
  return `${NOTICE}# ${token}

${summary}

${namesOf(resource, tokenOf)}
${example(`examples/resources/${fileName(token)}/index.ts`, root)}${otherLanguages(texts)}
## Arguments

Also ${named(rest, "conjunction")}, as [every resource](README.md#every-resource).

${Object.keys(ownInputs).length === 0 ? "" : table(ownInputs, "argument", "*")}
${Object.values(ownInputs).some(({ required }) => required) ? "\n\\* required\n" : ""}
## Outputs

${table(Object.fromEntries(Object.entries(without(outputs, shared.outputs)).filter(([name]) => !(name in inputs))), "output", "")}

## Changes

${behaviour(resource)
  .map((line) => `- ${line}`)
  .join("\n")}
`.replaceAll(/\n{3,}/g, "\n\n");
}

/** Returns the properties that are not shared with the same meaning. @param {Record<string, Property>} properties @param {Record<string, Property>} shared */
function without(properties, shared) {
  return Object.fromEntries(Object.entries(properties).filter(([name, property]) => !isSame(shared[name], property)));
}

/** Returns the names of a resource in each language, and its import. @param {ResourceSchema} resource @param {(kind: string) => string} tokenOf */
function namesOf({ token, id }, tokenOf) {
  const [, module] = tokenOf(token).split(":");
  const inModule = module === "index" ? "" : `${module}.`;
  const also = inModule === "" ? "" : `, also \`rs.${inModule}${token}\``;
  return `- TypeScript: \`rs.${token}\`${also}, type \`pulumi-nodejs:dynamic/resourceshare:${token}\`
- YAML: \`resourceshare:${inModule.replace(".", ":")}${token}\`
- Python: \`pulumi_resourceshare.${inModule}${token}\`
- Go: \`${inModule || "resourceshare."}New${token}\`
- ${id === undefined ? `Token of [the plugin](../plugin.md): \`${tokenOf(token)}\`` : `[Import](../plugin.md#import): \`pulumi import ${tokenOf(token)} NAME ID\``}`;
}

/** Returns the section with the example program at a path. @param {string} path @param {string} root */
export function example(path, root) {
  if (!existsSync(join(root, path))) return "";
  return `\n## Example\n\n\`\`\`ts\n${readFileSync(join(root, path), "utf8").trim()}\n\`\`\`\n`;
}

/** Returns the example in the languages of the plugin, which the site shows as tabs. @param {ReturnType<typeof exampleTexts>} texts */
function otherLanguages(texts) {
  if (texts === undefined) return "";
  const { yaml, python } = texts;
  // The frame of a Go program is the same for all.
  const go = texts.go.replace(/^[^]*error \{\n([^]*?)\n\t\treturn nil\n[^]*$/, "$1").replaceAll(/^\t\t/gm, "");
  // Its comments are those of the program in TypeScript.
  return Object.entries({ yaml, python, go })
    .map(([language, text]) => `\n\`\`\`${language}\n${text.replaceAll(/^\s*(#|\/\/) .*\n/gm, "")}\n\`\`\`\n`)
    .join("");
}

/** @param {Record<string, Property>} properties @param {"argument" | "output" | "field"} title @param {string} required */
export function table(properties, title, required) {
  const rows =
    title === "argument" ? argumentRows(properties) : Object.entries(properties).map(([name, one]) => resultRow(name, one, required));
  return [`| ${title} | type | meaning |`, "|---|---|---|", ...rows].join("\n");
}

/** Returns a row for each argument, followed by those of its fields. @param {Record<string, Property>} properties @returns {string[]} */
function argumentRows(properties, path = "") {
  return Object.entries(properties).flatMap(([name, property]) => {
    const { shape, required } = property;
    const type = shape.kind === "map" && shape.known !== undefined ? "object" : innerType(shape);
    return [
      row(path + name, required ? "*" : "", type, documentation(property)),
      ...argumentRows(fieldsOf(shape), `${path}${name}${"[]".repeat(depthOf(shape))}.`),
    ];
  });
}

/** Returns the row of a result, with its fields in one cell. @param {string} name @param {Property} property @param {string} required */
function resultRow(name, property, required) {
  const fields = Object.entries(fieldsOf(property.shape));
  const typed = fields.map(
    ([field, one]) => `\`${field}${one.required ? "" : "?"}: ${resultType(bare(one).shape)}\`: ${documentation(one)}`,
  );
  const type = fields.length > 0 ? `object${"[]".repeat(depthOf(property.shape))}` : resultType(bare(property).shape);
  return row(name, property.required ? required : "", type, [documentation(property), ...typed].join("<br>"));
}

/** @param {string} name @param {string} sign @param {string} type @param {string} meaning */
function row(name, sign, type, meaning) {
  return `| \`${name}\`${sign} | \`${cell(type)}\` | ${cell(meaning)} |`;
}

/** Removes the descriptions of nested fields, because a table cell has one line. @param {Property} property @returns {Property} */
function bare(property) {
  return JSON.parse(JSON.stringify(property, (key, value) => (key === "description" && typeof value === "string" ? "" : value)));
}

/** Returns the fields of an object, or of the objects in a list or among other types, if they are documented. @param {Shape} shape @returns {Record<string, Property>} */
function fieldsOf(shape) {
  if (shape.kind === "list") return fieldsOf(shape.of);
  if (shape.kind === "map") return shape.known ?? {};
  if (shape.kind === "either") return Object.assign({}, ...shape.of.map(fieldsOf));
  const fields = shape.kind === "object" ? shape.properties : {};
  return Object.values(fields).some(({ description }) => description !== "") ? fields : {};
}

/** Returns how many lists are around an object. @param {Shape} shape @returns {number} */
function depthOf(shape) {
  return shape.kind === "list" ? 1 + depthOf(shape.of) : 0;
}

/** @param {ResourceSchema} resource */
function behaviour({ summary, deletesBeforeReplacement, replaceOn }) {
  return [
    replaceOn.length > 0
      ? `A change of ${named(replaceOn, "disjunction")} replaces the object; everything else is updated in place.`
      : "Everything is updated in place.",
    ...(deletesBeforeReplacement ? [onReplacement(summary)] : []),
  ];
}

/** Joins names for a sentence. @param {readonly string[]} names @param {"conjunction" | "disjunction"} type */
function named(names, type) {
  return new Intl.ListFormat("en", { type }).format(names.map((name) => `\`${name}\``));
}

/** Describes a replacement that deletes before it creates. @param {string} summary */
function onReplacement(summary) {
  return summary.includes("only removed from the state")
    ? "A delete or a replacement only removes it from the state: nothing changes at the service."
    : "Its arguments name the object, so a replacement deletes the old one first.";
}

/** Escapes text for a table cell. @param {string} text */
export function cell(text) {
  return text
    .replace(/\s+/g, " ")
    .replace(/(?<!\\)\|/g, "\\|")
    .trim();
}
