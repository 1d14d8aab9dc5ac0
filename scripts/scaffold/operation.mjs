import { fileName } from "../generate/names.mjs";
import { changesetEdit, withImport } from "./edits.mjs";

/** @import { Edit } from "./edits.mjs" */

/** The verbs of operations that read: the first value of `reads` in a new declaration, which decides from then on. */
const READS = /^(Check|Describe|Get|List|Query)/;

/** Returns the skeleton of an operation; with its example when it reads, because it is a function then. @param {string} name @param {string} chapter @returns {Edit[]} */
export function operationEdits(name, chapter) {
  const isRead = READS.test(name);
  return [
    { path: `provider/api/${chapter}.ts`, edit: (text) => withDeclaration(text, name, isRead) },
    {
      path: `simulator/handlers/${chapter}.ts`,
      edit: (text) => `${text}\nexport const ${name}: Handler<"${name}"> = () => ({});\n`,
    },
    { path: `test/unit/simulator/handlers/${chapter}.test.ts`, edit: (text) => withTest(text, name, chapter) },
    { path: "test/unit/rules/permissions.test.ts", edit: (text) => withoutTask(text, name) },
    ...(isRead
      ? functionFiles(name, isRead)
      : [{ path: "test/unit/provider/api/operations.test.ts", edit: (/** @type {string} */ text) => withNotIdempotent(text, name) }]),
  ];
}

/** Returns the skeleton of the function of an operation that changes something. @param {string} name @param {boolean} reads @returns {Edit[]} */
export function functionEdits(name, reads) {
  if (reads) throw new Error(`${name} reads, so it is a function without more: only its example is written by hand`);
  return [{ path: "provider/functions/sharing.ts", edit: (text) => withFunction(text, name) }, ...functionFiles(name, reads)];
}

/** Returns the example of a function and its changeset. @param {string} name @param {boolean} isRead @returns {Edit[]} */
function functionFiles(name, isRead) {
  const call = callOf(name);
  return [exampleEdit(name, isRead), changesetEdit(fileName(call), `New function \`${call}\`.`)];
}

/** `ListShareQuotas` → "listShareQuotas". @param {string} name */
function callOf(name) {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** @param {string} text @param {string} name @param {boolean} isRead */
function withDeclaration(text, name, isRead) {
  const response = isRead ? "z.object({ RequestId: requestId })" : "done";
  return `${withImport(text, "./parameters.ts", isRead ? "requestId" : "done")}
/** Specification: ${name}. */
export const ${name} = define("${name}", {
  summary: "${summary(name, isRead)}",
  request: z.object({}),
  response: ${response},
  errors: [],
  idempotent: ${isRead},
  reads: ${isRead},${isRead ? "" : "\n  writesTo: {},"}
  limit: perSecond(${isRead ? 20 : 10}),
});
`;
}

/** Names an operation among those that are not safe to retry: the safe choice until its documents say otherwise. @param {string} text @param {string} name */
function withNotIdempotent(text, name) {
  const list = /^const notIdempotent = \[.*(?=\];$)/m;
  if (!list.test(text)) throw new Error("test/unit/provider/api/operations.test.ts has no list `notIdempotent`");
  return text.replace(list, (names) => `${names}, "${name}"`);
}

/** Names an operation among those that only functions of programs call, which no task of docs/permissions.md needs. @param {string} text @param {string} name */
function withoutTask(text, name) {
  const list = /^const withoutTask = \[\n.*\n/m;
  if (!list.test(text)) throw new Error("test/unit/rules/permissions.test.ts has no list `withoutTask`");
  return text.replace(list, (start) => `${start}  "${name}",\n`);
}

/** @param {string} text @param {string} name @param {string} chapter */
function withTest(text, name, chapter) {
  const start =
    text ||
    `import { expect, test } from "vitest";\nimport { describeTransports } from "../fixture.ts";\n\ndescribeTransports("${chapter}", (make) => {\n});\n`;
  const end = start.lastIndexOf("});");
  const body = `  test("answers ${name} with a request id", async () => {
    const { ok } = await make();
    expect(await ok("${name}")).toEqual({ RequestId: expect.any(String) as string });
  });
`;
  const gap = start.slice(0, end).endsWith("=> {\n") ? "" : "\n";
  return start.slice(0, end) + gap + body + start.slice(end);
}

/** @param {string} text @param {string} name */
function withFunction(text, name) {
  const list = /^const special = \[\n/m;
  if (!list.test(text)) throw new Error("provider/functions/sharing.ts has no list `special`");
  return text.replace(list, (start) => `${start}  declareFunction(sharing.${name}),\n`);
}

/** @param {string} name @param {boolean} isRead @returns {Edit} */
function exampleEdit(name, isRead) {
  const call = callOf(name);
  const text = `import * as rs from "pulumi-resourceshare";

/** ${summary(name, isRead)} */
export const ${call} = rs.${call}Output();
`;
  return { path: `examples/functions/${fileName(call)}.ts`, edit: () => text };
}

/** Returns a first summary: `ListShareQuotas` → "The share quotas.", `RenewResourceShare` → "Renews resource share." @param {string} name @param {boolean} isRead */
function summary(name, isRead) {
  const [verb = "", ...words] = name.split(/(?<!^)(?=[A-Z])/);
  const rest = words.join(" ").toLowerCase();
  return isRead ? `The ${rest}.` : `${verb}s ${rest}.`;
}
