import { fileName } from "./names.mjs";
import { example, indexEntry, table } from "./pages.mjs";

/** @import { FunctionSchema, PackageSchema } from "./schema/package.ts" */

const NOTICE = "<!-- Generated: `npm run docs` -->\n\n";

const CALLS = `## Calls

\`rs.name(args, options?)\` returns a promise; \`rs.nameOutput(args, options?)\` takes outputs as arguments and returns one.

- A preview calls a function whose effect is \`read\`.
  An \`action\` runs in every \`up\` that reaches it, and in a preview only with \`options.runOnPreview\`: there the promise otherwise resolves to \`undefined\`, and the output variant is unknown.
- An invalid or unknown argument or option is rejected by name before any call.
- Lists of the sharing API have all pages.
- The details of a failure are objects with \`failureReason\`, \`failureDescription\`, \`operationType\` and what has failed: \`resourceArn\`, and \`resourceType\` and \`resourceId\`, or in associations \`entityType\` and \`entityId\`.
  \`status\`, \`statusMessage\` and \`associateType\` are older names of the first three.
- \`options.dependsOn\` of the output variant names resources that must exist before the call; while one is only planned, the result is unknown.
- \`options.account\` names one of the configured \`accounts\`, \`options.region\` another region.
- Secret fields are secrets in the output variant; a promise cannot be secret, so wrap its value with \`pulumi.secret\`.

Functions of \`rs.device\`:

- The user's token comes from \`options.session\` (\`rs.device.session\`), else from the configuration; it is renewed when necessary.
- \`options.account\` names the account whose access key is the application's; there is no \`options.region\`.
- When an action fails after it may have taken effect, the error states that, and the call is not repeated automatically.
`;

/** Returns the functions' pages, by path. @param {PackageSchema} schema @param {string} root @returns {Record<string, string>} */
export function functionPageFiles(schema, root) {
  const functions = [
    ...Object.values(schema.functions).map((one) => ({ ...one, call: one.name })),
    ...Object.values(schema.deviceFunctions).map((one) => ({ ...one, call: `device.${one.name}` })),
  ];
  const pagesOf = (/** @type {string} */ wanted) =>
    functions
      .filter(({ effect }) => effect === wanted)
      .map(({ name, call, summary }) => indexEntry(call, name, summary))
      .join("\n");
  const index = `${NOTICE}# Functions\n\n## Reads\n\n${pagesOf("read")}\n\n## Actions\n\n${pagesOf("action")}\n\n${CALLS}`;
  return {
    ...Object.fromEntries(functions.map((one) => [`docs/functions/${fileName(one.name)}.md`, page(one, root)])),
    "docs/functions/README.md": index,
  };
}

/** @param {FunctionSchema & { call: string }} schema @param {string} root */
function page({ name, call, summary, effect, operation, secrets, args, result }, root) {
  const secretFields = secrets.filter((field) => field in result);
  const none = (/** @type {object} */ properties, /** @type {string} */ text) => Object.keys(properties).length === 0 && text;
  return `${NOTICE}# ${call}

${summary}

\`rs.${call}(args, options?)\` calls \`${operation}\`: [${effect === "read" ? "a read" : "an action"}](README.md#calls).${secretFields.length === 0 ? "" : ` Secret: ${secretFields.map((field) => `\`${field}\``).join(", ")}.`}
${example(`examples/functions/${fileName(name)}.ts`, root)}
## Arguments

${none(args, "None.") || `${table(args, "argument", "*")}${Object.values(args).some(({ required }) => required) ? "\n\n\\* required" : ""}`}

## Result

${none(result, "None.") || table(result, "field", "*")}
`;
}
