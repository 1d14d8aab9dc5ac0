/** @import { Property, Shape } from "../../provider/schema/shape.ts" */

/** Returns the members of an interface, each with its documentation. @param {Record<string, Property>} properties @param {(shape: Shape) => string} type */
export function members(properties, type) {
  return Object.entries(properties)
    .map(([name, property]) => `${comment(documentation(property))}${name}${property.required ? "" : "?"}: ${type(property.shape)};`)
    .join("\n");
}

/** Returns the type of an input, of which every part may be an output. @param {Shape} shape @returns {string} */
export function inputType(shape) {
  return `pulumi.Input<${innerInput(shape)}>`;
}

/** @param {Shape} shape @returns {string} */
function innerInput(shape) {
  switch (shape.kind) {
    case "list":
      return `readonly ${inputType(shape.of)}[]`;
    case "map":
      return `{ [key: string]: ${inputType(shape.of)} }`;
    case "either":
      return shape.of.map(innerInput).join(" | ");
    case "object":
      return `{ ${members(shape.properties, inputType)} }`;
    default:
      return plainType(shape);
  }
}

/** Returns the type of a resolved value. @param {Shape} shape @returns {string} */
export function plainType(shape) {
  switch (shape.kind) {
    case "string":
    case "boolean":
      return shape.kind;
    case "integer":
    case "number":
      return "number";
    case "anything":
      return "unknown";
    case "choice":
      return shape.of.map((choice) => JSON.stringify(choice)).join(" | ");
    case "list":
      return ["either", "choice"].includes(shape.of.kind) ? `(${plainType(shape.of)})[]` : `${plainType(shape.of)}[]`;
    case "map":
      return `{ [key: string]: ${plainType(shape.of)} }`;
    case "either":
      return shape.of.map(plainType).join(" | ");
    case "object":
      return `{ ${members(shape.properties, plainType)} }`;
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

/** @param {string} text */
function sentence(text) {
  const capital = text.slice(0, 1).toUpperCase() + text.slice(1);
  return text === "" || /[.!?]$/.test(text) ? capital : `${capital}.`;
}
