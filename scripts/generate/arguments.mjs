import { comment, members } from "./types.mjs";

/** @import { Property, Shape } from "./schema/shape.ts" */

/** @typedef {Readonly<Record<string, Property>>} Properties */

/**
 * Returns the declaration of the type of arguments: an interface, or a union where one argument decides which others there are.
 * @param {string} name @param {string} about @param {Properties} properties @param {readonly string[]} exactlyOne
 * @param {(shape: Shape) => string} type @param {string} base the interface that it extends, if it extends one
 */
export function argumentsType(name, about, properties, exactlyOne, type, base = "") {
  if (exactlyOne.length > 0) {
    return `${argumentsInterface(allArguments(name), `The arguments of {@link ${name}}, of which some exclude others.`, properties, type, base)}

${comment(about)}export type ${name} = ${argumentsReference(name, exactlyOne)};`;
  }
  const [found] = functionArguments(properties);
  if (found === undefined) return argumentsInterface(name, about, properties, type, base);
  const { [found.name]: _args, [found.namedBy]: _choice, ...rest } = properties;
  const common = name.replace(/Args$/, "CommonArgs");
  return `${argumentsInterface(common, `The arguments that all forms of {@link ${name}} have.`, rest, type, base)}

${comment(about)}export type ${name} = ${common} & (${formsOf(properties, found).join(" | ")});`;
}

/**
 * Returns the type of arguments in a signature. It is not their alias, so that the compiler's messages name the arguments of which exactly one is given.
 * @param {string} name @param {readonly string[]} exactlyOne
 */
export function argumentsReference(name, exactlyOne) {
  if (exactlyOne.length === 0) return name;
  return `ExactlyOne<${exactlyOne.map((one) => JSON.stringify(one)).join(" | ")}, ${allArguments(name)}>`;
}

/** @param {string} name */
function allArguments(name) {
  return name.replace(/Args$/, "AllArgs");
}

/** @param {string} name @param {string} about @param {Properties} properties @param {(shape: Shape) => string} type @param {string} base */
function argumentsInterface(name, about, properties, type, base) {
  return `${comment(about)}export interface ${name} ${base && `extends ${base} `}{\n${members(properties, type)}\n}`;
}

/** Returns the import of the arguments of functions that a type refers to. @param {Properties} properties @param {string} module */
export function functionImports(properties, module) {
  const names = functionsOf(properties).map(argumentsName);
  return names.length > 0 ? `import type { ${names.join(", ")} } from "${module}";\n` : "";
}

/** One form for each function that an argument names. @param {Properties} properties @param {ReturnType<typeof functionArguments>[number]} found */
function formsOf(properties, { name, property, namedBy, choice }) {
  return functionsOf(properties).map(
    (value) => `{
${members({ [namedBy]: choice }, () => JSON.stringify(value))}
${members({ [name]: property }, () => `pulumi.Input<${argumentsName(value)}>`)}
}`,
  );
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
