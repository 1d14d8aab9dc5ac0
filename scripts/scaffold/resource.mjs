import { fileName } from "../generate/names.mjs";
import { changesetEdit } from "./edits.mjs";

/** @import { Edit } from "./edits.mjs" */

/** Returns the skeleton of a resource, which adds to a share, with its example and its test. @param {string} name @returns {Edit[]} */
export function resourceEdits(name) {
  const file = fileName(name);
  return [
    { path: `provider/resources/${file}.ts`, edit: () => resource(name) },
    { path: "provider/resources/index.ts", edit: (text) => withRow(text, name, file) },
    { path: "scripts/generate/schema/examples/programs.ts", edit: (text) => withExample(text, name) },
    { path: `examples/resources/${file}/index.ts`, edit: () => example(name) },
    { path: `test/unit/provider/resources/${file}.test.ts`, edit: () => test(name, file) },
    changesetEdit(file, `New resource \`${name}\`.`),
  ];
}

/** @param {string} name */
function resource(name) {
  const part = sentence(name).toLowerCase();
  return `import { z } from "zod";
import { digest } from "../kernel/ids.ts";
import { objectOf } from "../lifecycle/read-object.ts";
import type { Resource } from "../lifecycle/resource.ts";
import { idForms } from "./resource-id-forms.ts";
import { accountAndRegion, adoptInput, checkAdopted, placement, shareIdInput } from "./shared-inputs.ts";
import { isGoneShare } from "./share-calls.ts";
import { listedShare } from "./read-share.ts";

const inputs = z.object({
  shareId: shareIdInput,
  adopt: adoptInput(idForms.partOfShare),
  ...placement,
});

const outputs = z.object({ ...accountAndRegion });

type Inputs = z.infer<typeof inputs>;
type State = Inputs & z.infer<typeof outputs>;

/**
 * ${sentence(name)} of a share that another stack or resource manages.
 *
 * - Created: at once, with an id from the share's id and the URN. \`reconcile\` writes it.
 * - Exists: the share exists.
 * - Replaced: by a change of \`shareId\`, \`account\` or \`region\`.
 * - Deleted: only from the state, with a warning.
 */
export const ${name}: Resource<Inputs, State> = {
  token: "${name}",
  summary: "${sentence(name)} of a share that is managed elsewhere.",
  inputs,
  outputs,
  replaceOn: ["account", "region", "shareId"],
  deletesBeforeReplacement: true,
  onCreateOnly: ["adopt"],
  idForm: idForms.partOfShare,
  check: checkAdopted,
  canonical: (values) => values,
  // One resource of this kind for a share, until its parts are named: two of them could otherwise change the same part.
  claims: (_id, { shareId }) => (typeof shareId === "string" ? [{ objectId: shareId, property: "shareId", part: "${part}" }] : []),
  needsReconcile: () => false,
  async create(context, wanted) {
    return wanted.adopt === undefined ? { id: \`\${wanted.shareId}/\${digest(context.urn)}\`, known: wanted } : { id: wanted.adopt };
  },
  async read(context, id, state) {
    const shareId = state.shareId ?? objectOf(id);
    return (await listedShare(context, shareId)) && { shareId, account: state.account, region: state.region };
  },
  async reconcile(_context, _id, _before, wanted) {
    return { ...wanted, adopt: undefined };
  },
  async delete(context, _id, state) {
    if (await isGoneShare(context, state.shareId)) return;
    context.warn(\`\${state.shareId} keeps it: the resource is only removed from the state\`);
  },
};
`;
}

/** @param {string} text @param {string} name @param {string} file */
function withRow(text, name, file) {
  const list = /(?=\n\] as unknown as readonly Resource\[\];)/;
  if (!list.test(text)) throw new Error("provider/resources/index.ts has no list `resources`");
  if (text.includes(`\n  ${name},`)) throw new Error(`${name} is declared already`);
  return `import { ${name} } from "./${file}.ts";\n${text.replace(list, `\n  ${name},`)}`;
}

/** @param {string} text @param {string} name */
function withExample(text, name) {
  const end = text.lastIndexOf("\n};");
  const program = `
  ${name}: {
    title: "${sentence(name)}",
    resources: [
      { name: "network", kind: "ResourceShare", args: { name: "network" } },
      { name: "it", kind: "${name}", args: { shareId: new IdReference("network") } },
    ],
  },`;
  return text.slice(0, end) + program + text.slice(end);
}

/** @param {string} name */
function example(name) {
  return `import * as rs from "pulumi-resourceshare";

const share = new rs.ResourceShare("network", { name: "network" });

const it = new rs.${name}("it", { shareId: share.id });

export const { id } = it;
`;
}

/** @param {string} name @param {string} file */
function test(name, file) {
  return `import { expect, it } from "vitest";
import { ${name} } from "../../../../provider/resources/${file}.ts";

it("rejects the id of another share", () => {
  expect(${name}.check({ shareId: "rs-1", adopt: "rs-2/x" })).toMatchObject([{ property: "adopt" }]);
});
`;
}

/** `ShareNote` → "Share note". @param {string} name */
function sentence(name) {
  const words = fileName(name).replaceAll("-", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
