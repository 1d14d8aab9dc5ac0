/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} promise what holds when the check passes
 * @property {string[]} command a command in node_modules/.bin and its arguments
 */

/**
 * The slowest check comes first, so that the others run beside it.
 * @type {readonly Check[]}
 */
export const checks = [
  { name: "packaging", promise: "the compiled package loads as its manifest declares", command: ["node", "scripts/check/packaging.mjs"] },
  { name: "types", promise: "everything compiles, tests and scripts too", command: ["tsc", "-p", "tsconfig.json"] },
  { name: "page-types", promise: "the page of the console compiles for a browser", command: ["tsc", "-p", "simulator/console/page"] },
  { name: "generated", promise: "generated files are current", command: ["node", "scripts/generate.mjs", "--check"] },
  { name: "lint", promise: "no lint rule is broken, in programs and documents", command: ["node", "scripts/check/lint.mjs"] },
  {
    name: "layers",
    promise: "no import goes against the arrows",
    command: ["depcruise", "--config", ".dependency-cruiser.cjs", "provider", "access", "simulator", "sdk", "cli"],
  },
  { name: "dead-code", promise: "every file, export and dependency is used", command: ["knip", "--no-progress"] },
  { name: "format", promise: "every file is formatted (npm run format)", command: ["oxfmt", "--check"] },
];
