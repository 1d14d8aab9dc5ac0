import { comment, members } from "./types.mjs";

/** @import { Property, Shape } from "../../provider/schema/shape.ts" */

/** @typedef {Readonly<Record<string, Property>>} Properties */
/**
 * The alternatives that arguments have: the names of the arguments that differ, and their declarations in each form.
 * @typedef {{ readonly names: readonly string[], readonly forms: readonly string[] }} Alternatives
 */

/**
 * Returns the declaration of the type of arguments: an interface, or a union where one argument decides which others there are.
 * @param {string} name @param {string} about @param {Properties} properties @param {readonly string[]} exactlyOne
 * @param {(shape: Shape) => string} type
 */
export function argumentsType(name, about, properties, exactlyOne, type) {
  const found = exactlyOne.length > 0 ? exclusive(properties, exactlyOne, type) : ofFunctions(properties, type);
  if (found === undefined) return `${comment(about)}export interface ${name} {\n${members(properties, type)}\n}`;
  const common = name.replace(/Args$/, "CommonArgs");
  const rest = Object.fromEntries(Object.entries(properties).filter(([property]) => !found.names.includes(property)));
  return `${comment(`The arguments that all forms of {@link ${name}} have.`)}export interface ${common} {
${members(rest, type)}
}

${comment(about)}export type ${name} = ${common} & (${found.forms.map((form) => `{ ${form} }`).join(" | ")});`;
}

/** Returns the import of the arguments of functions that a type refers to. @param {Properties} properties @param {string} module */
export function functionImports(properties, module) {
  const names = functionsOf(properties).map(argumentsName);
  return names.length > 0 ? `import type { ${names.join(", ")} } from "${module}";\n` : "";
}

/** One form for each argument, without the others. @param {Properties} properties @param {readonly string[]} names @param {(shape: Shape) => string} type @returns {Alternatives} */
function exclusive(properties, names, type) {
  const forms = names.map((name) => {
    const property = properties[name];
    if (property === undefined) throw new Error(`there is no argument ${name}`);
    const others = names.filter((other) => other !== name);
    return [members({ [name]: { ...property, required: true } }, type), ...others.map((other) => `${other}?: undefined;`)].join("\n");
  });
  return { names, forms };
}

/** One form for each function that an argument names. @param {Properties} properties @param {(shape: Shape) => string} type @returns {Alternatives | undefined} */
function ofFunctions(properties, type) {
  const [found] = functionArguments(properties);
  if (found === undefined) return undefined;
  const { name, property, namedBy, choice } = found;
  const forms = functionsOf(properties).map((value) =>
    [
      members({ [namedBy]: { ...choice, shape: { kind: "choice", of: [value] } } }, type),
      members({ [name]: property }, () => `pulumi.Input<${argumentsName(value)}>`),
    ].join("\n"),
  );
  return { names: [namedBy, name], forms };
}

/** Returns the names of the functions whose arguments the properties may have. @param {Properties} properties @returns {readonly string[]} */
function functionsOf(properties) {
  return functionArguments(properties).flatMap(({ choice }) => (choice.shape.kind === "choice" ? choice.shape.of : []));
}

/** Returns the arguments whose value is the argument map of a function that another argument names (`args` of `DeviceAction`, named by `action`). @param {Properties} properties */
function functionArguments(properties) {
  return Object.entries(properties).flatMap(([name, property]) => {
    const namedBy = property.shape.kind === "map" ? property.shape.argumentsOf : undefined;
    const choice = namedBy === undefined ? undefined : properties[namedBy];
    return namedBy === undefined || choice === undefined ? [] : [{ name, property, namedBy, choice }];
  });
}

/** @param {string} name */
function argumentsName(name) {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}OutputArgs`;
}
