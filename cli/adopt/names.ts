/** The names of a share in a program. */
export interface ProgramName {
  /** The name of the resource, a part of its URN. */
  readonly resource: string;
  /** The name of the constant. */
  readonly variable: string;
}

/** Reserved words of modules, and the names that the program itself uses. */
const reserved = new Set(
  (
    "arguments async await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if " +
    "implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof " +
    "undefined var void while with yield exports module require globalThis process console rs"
  ).split(" "),
);

/** Returns readable, unique names for shares, by id. Independent of their order, all shares of one name get their id as a suffix. */
export function programNames(shares: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, ProgramName> {
  const plain = shares.map(({ id, name }) => ({ id, resource: resourceName(name) || id, variable: variableName(name) }));
  const distinct = plain.map(({ id, resource, variable }) => {
    const clash = (same: (other: (typeof plain)[number]) => boolean) => plain.some((other) => other.id !== id && same(other));
    return {
      id,
      resource: clash((other) => other.resource === resource) ? `${resource}-${id}` : resource,
      variable: variable === "" || clash((other) => other.variable === variable) ? joined(variable, id) : variable,
    };
  });
  const taken = new Set<string>();
  const resources = new Set<string>();
  return new Map(
    distinct
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, resource, variable }) => {
        return [id, { resource: free(resource, resources), variable: free(variable, taken) }];
      }),
  );
}

/** Appends a number when a name is taken: the name of a share may equal the name and id of another one. */
function free(name: string, taken: Set<string>): string {
  let candidate = name;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${name}_${number}`;
  taken.add(candidate);
  return candidate;
}

function resourceName(name: string): string {
  return name.replace(/(?:[^\p{L}\p{N}._-]|\p{Default_Ignorable_Code_Point})+/gu, "-");
}

function variableName(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  const camel = lowered(first) + rest.map(capital).join("");
  if (camel === "") return "";
  if (/^\p{N}/u.test(camel)) return `share${camel}`;
  return reserved.has(camel) ? `${camel}Share` : camel;
}

function joined(variable: string, id: string): string {
  return (variable || "share") + wordsOf(id).map(capital).join("");
}

function wordsOf(text: string): string[] {
  return text.split(/(?:[^\p{L}\p{Nd}]|\p{Default_Ignorable_Code_Point})+/u).filter((word) => word !== "");
}

/** `VPC` becomes `vpc`, `VpcShare` becomes `vpcShare`. */
function lowered(word: string): string {
  return word === word.toUpperCase() ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
