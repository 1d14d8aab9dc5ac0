"use strict";

/**
 * Preloaded into the Node processes that the engine starts. `@pulumi/pulumi` loads much for the serialization of functions, for tracing
 * and for programs that run other programs, which no resource of this package uses. Here it is loaded at its first use. Source maps and
 * the inspector, which serve stack traces and the serialization, are left out: that is half of the processor time of each process.
 */
const Module = require("node:module");

/** Modules whose values are read when they are used, by the file of `@pulumi/pulumi` that loads them. @type {[file: string, request: RegExp][]} */
const LATER = [
  ["typescript-shim.js", /^typescript$/],
  ["codePaths.js", /^@npmcli\/arborist$/],
  ["pulumi/index.js", /^\.\/automation$/],
];

/** Modules whose functions and classes are taken from them at once. @type {[file: string, request: RegExp][]} */
const FUNCTIONS_LATER = [
  ["run/tracing.js", /^@opentelemetry\/(?!api$)/],
  ["runtime/index.js", /^\.\/closure\//],
];

/** Modules that are left out, with what stands in for them. @type {[file: string, request: RegExp, standIn: object][]} */
const LEFT_OUT = [
  ["cmd/run/index.js", /^source-map-support\/register$/, {}],
  ["cmd/dynamic-provider/index.js", /^source-map-support\/register$/, {}],
  ["cmd/run/index.js", /\/v8Hooks$/, { isInitializedAsync: () => Promise.resolve() }],
];

/** Node's function behind `require`, which its types leave out. @type {{ _load(request: string, parent?: NodeJS.Module, isMain?: boolean): any }} */
const loader = /** @type {any} */ (Module);
const load = loader._load;

loader._load = (request, parent, isMain) => {
  const isFound = (/** @type {readonly [string, RegExp, object?]} */ [file, requests]) =>
    requests.test(request) && parent?.filename.endsWith(file) === true;
  const now = () => load(request, parent, isMain);
  const standIn = LEFT_OUT.find(isFound)?.[2];
  if (standIn !== undefined) return standIn;
  if (LATER.some(isFound)) return later(now, (loaded, name) => loaded()[name]);
  return FUNCTIONS_LATER.some(isFound) ? later(now, functionLater) : now();
};

/** Returns a module that is loaded when `read` first needs it. @type {(now: () => any, read: (loaded: () => any, name: string | symbol) => unknown) => object} */
function later(now, read) {
  /** @type {any} */
  let module;
  const loaded = () => (module ??= now());
  // A compiled import asks for `__esModule` at once; as an ES module its values are taken as they are.
  return new Proxy({}, { get: (_target, name) => (name === "__esModule" ? true : read(loaded, name)) });
}

/** Returns a function or a class whose module is loaded when it is called. @type {(loaded: () => any, name: string | symbol) => object} */
function functionLater(loaded, name) {
  return new Proxy(function () {}, {
    apply: (_target, self, args) => Reflect.apply(loaded()[name], self, args),
    construct: (_target, args) => Reflect.construct(loaded()[name], args),
  });
}

// The engine kills its providers, and Node keeps compiled code at a normal end only.
setTimeout(() => Module.flushCompileCache(), 300).unref();
