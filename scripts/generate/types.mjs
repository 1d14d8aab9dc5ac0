import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @import { Property, Shape } from "./schema/shape.ts" */

/** Returns the members of an interface, each with its documentation. @param {Record<string, Property>} properties @param {(shape: Shape) => string} type */
export function members(properties, type) {
  return Object.entries(properties)
    .map(([name, property]) => `${comment(documentation(property))}${name}${property.required ? "" : "?"}: ${type(property.shape)};`)
    .join("\n");
}

/** @typedef {(shape: Shape) => string | undefined} NameOf The name of a type that is declared elsewhere. */

/**
 * Returns the writer of input types, of which every part may be an output.
 * @param {NameOf} nameOf @returns {(shape: Shape) => string}
 */
export function inputWriter(nameOf) {
  const plain = outputWriter(nameOf);
  const inputType = (/** @type {Shape} */ shape) => `pulumi.Input<${inner(shape)}>`;
  return inputType;

  /** @param {Shape} shape @returns {string} */
  function inner(shape) {
    switch (shape.kind) {
      case "list":
        return `readonly ${inputType(shape.of)}[]`;
      case "map":
        return shape.known ? `{ ${members(shape.known, inputType)} }` : `{ [key: string]: ${inputType(shape.of)} }`;
      case "either":
        return shape.of.map(inner).join(" | ");
      case "object":
        return nameOf(shape) ?? `{ ${members(shape.properties, inputType)} }`;
      default:
        return plain(shape);
    }
  }
}

/** Returns the writer of the types of resolved values. @param {NameOf} nameOf @returns {(shape: Shape) => string} */
export function outputWriter(nameOf) {
  return plain;

  /** @param {Shape} shape @returns {string} */
  function plain(shape) {
    switch (shape.kind) {
      case "string":
        return nameOf(shape) ?? "string";
      case "boolean":
        return "boolean";
      case "integer":
      case "number":
        return "number";
      case "anything":
        return "unknown";
      case "choice":
        return shape.of.map((choice) => JSON.stringify(choice)).join(" | ");
      case "list":
        return ["either", "choice"].includes(shape.of.kind) ? `(${plain(shape.of)})[]` : `${plain(shape.of)}[]`;
      case "map":
        return shape.known ? `{ ${members(shape.known, plain)} }` : `{ [key: string]: ${plain(shape.of)} }`;
      case "either":
        return shape.of.map(plain).join(" | ");
      case "object":
        return nameOf(shape) ?? `{ ${members(shape.properties, plain)} }`;
    }
  }
}

/** Returns a property's description, with its default. @param {Property} property */
export function documentation(property) {
  const fallback =
    property.default === undefined || /default/i.test(property.description) ? "" : ` Default: \`${JSON.stringify(property.default)}\`.`;
  return `${sentence(property.description)}${fallback}`;
}

/** Returns a doc comment. @param {string} text */
export function comment(text) {
  if (text === "") return "";
  const lines = text.replaceAll("*/", "*\\/").split("\n");
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`;
}

/** Returns the part of a doc comment that shows the example program at a path. @param {string} path @param {string} root */
export function exampleTag(path, root) {
  if (!existsSync(join(root, path))) return "";
  const program = readFileSync(join(root, path), "utf8").trim();
  return `\n\n@example\n\`\`\`ts\n${program.replaceAll(/\/\*\* (.*) \*\//g, "// $1")}\n\`\`\``;
}

/** @param {string} text */
function sentence(text) {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return text === "" || /[.!?]$/.test(text) ? capital : `${capital}.`;
}
