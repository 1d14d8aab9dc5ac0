"use strict";

/**
 * Preloaded into the Node processes that the engine starts. `@pulumi/pulumi` loads the TypeScript compiler and npm's installer for the
 * serialization of functions, which no resource of this package uses. They are loaded here at their first use instead: that is 0.7 s of
 * processor time in each of the two processes of an `up`.
 */
const Module = require("node:module");

/** The modules, by the file of `@pulumi/pulumi` that loads them. */
const MODULES = new Map([
  ["typescript", "typescript-shim.js"],
  ["@npmcli/arborist", "codePaths.js"],
]);

/** Node's function behind `require`, which its types leave out. @type {{ _load(request: string, parent?: NodeJS.Module, isMain?: boolean): any }} */
const loader = /** @type {any} */ (Module);
const load = loader._load;

loader._load = (request, parent, isMain) => {
  const file = MODULES.get(request);
  if (file === undefined || !parent?.filename.endsWith(file)) return load(request, parent, isMain);
  /** @type {any} */
  let loaded;
  const get = (/** @type {object} */ _target, /** @type {string | symbol} */ name) => {
    // A compiled import asks for this at once; as an ES module its values are taken as they are.
    if (name === "__esModule") return true;
    loaded ??= load(request, parent, isMain);
    return loaded[name];
  };
  return new Proxy({}, { get });
};
