import { posix } from "node:path";

/** @typedef {{ readonly path: string, readonly text: string }} Source */
/** A declaration of a file: its code without comments, and the names that it can use. */
/** @typedef {{ readonly path: string, readonly name: string, readonly code: string }} Declaration */

const START = /^(?:export )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm;

/**
 * Returns, for each resource, the code that it reaches: its own declaration, and all that this one uses through imports, directly or not.
 * A file is not enough, because files are shared: `ShareTags` and `ResourceShare` use different functions of `tag-calls.ts`.
 *
 * @param {readonly Source[]} files @returns {ReadonlyMap<string, string>}
 */
export function codeOfResources(files) {
  const declarations = new Map(files.flatMap((file) => declarationsIn(file).map((one) => [keyOf(one.path, one.name), one])));
  const names = new Map(files.map((file) => [file.path, namesIn(file)]));
  const tokens = [...declarations.values()].flatMap((one) => {
    const token = /^ {2}token: "(\w+)",$/m.exec(one.code)?.[1];
    return token === undefined ? [] : [/** @type {const} */ ([token, one])];
  });
  return new Map(tokens.map(([token, one]) => [token, reached(one).join("\n")]));

  /** @param {Declaration} first */
  function reached(first) {
    const found = new Set([first]);
    for (const { path, code } of found) {
      for (const [word] of code.matchAll(/\w+/g)) {
        const used = declarations.get(names.get(path)?.get(word) ?? "");
        if (used !== undefined) found.add(used);
      }
    }
    return [...found].map(({ code }) => code);
  }
}

/** Returns the source without its comments. @param {string} text */
export function withoutComments(text) {
  return text.replaceAll(/^\s*\/\*\*?[\s\S]*?\*\/$|(?<=^|\s)\/\/ .*$/gm, "");
}

/** @param {Source} file @returns {Declaration[]} */
function declarationsIn({ path, text }) {
  const code = withoutComments(text);
  const starts = [...code.matchAll(START)];
  return starts.map(({ index, 1: name = "" }, place) => ({ path, name, code: code.slice(index, starts[place + 1]?.index) }));
}

/** Returns the declarations that the names of a file mean: its own, and imported ones. @param {Source} file */
function namesIn({ path, text }) {
  /** @type {Map<string, string>} */
  const names = new Map(declarationsIn({ path, text }).map(({ name }) => [name, keyOf(path, name)]));
  for (const [, list = "", module = ""] of text.matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm)) {
    const from = posix.join(posix.dirname(path), module);
    for (const [, imported = "", local = imported] of list.matchAll(/(?:type )?(\w+)(?: as (\w+))?/g))
      names.set(local, keyOf(from, imported));
  }
  return names;
}

/** @param {string} path @param {string} name */
function keyOf(path, name) {
  return `${path}#${name}`;
}
