import { isRecord } from "../../../../provider/kernel/json.ts";

/** The type of a field of the operator's schema; `free` is any value. */
type FieldType = "string" | "boolean" | "free" | ObjectType | { readonly items: ObjectType } | { readonly values: ObjectType };

interface ObjectType {
  readonly fields: Readonly<Record<string, FieldType>>;
  readonly required?: readonly string[];
}

/**
 * The fields of a `Stack` that manifests have, with the types of the operator's schema: deploy/crds/pulumi.com_stacks.yaml in the repository
 * github.com/pulumi/pulumi-kubernetes-operator, tag v2.9.0, version `v1`, read on 2026-11-23. No package of npm, PyPI or Go was found that has it.
 */
export const stackType: ObjectType = {
  fields: {
    apiVersion: "string",
    kind: "string",
    metadata: { fields: { name: "string", namespace: "string" }, required: ["name"] },
    spec: {
      fields: {
        stack: "string",
        serviceAccountName: "string",
        backend: "string",
        secretsProvider: "string",
        config: "free",
        envRefs: {
          values: {
            fields: { type: "string", secret: { fields: { name: "string", key: "string" }, required: ["key", "name"] } },
            required: ["type"],
          },
        },
        prerequisites: { items: { fields: { name: "string" }, required: ["name"] } },
        destroyOnFinalize: "boolean",
        projectRepo: "string",
        branch: "string",
        commit: "string",
        repoDir: "string",
        workspaceTemplate: { fields: { spec: { fields: { image: "string", local: { fields: { dir: "string" } } } } } },
      },
      required: ["stack"],
    },
  },
};

/** What the operator's schema says against a value: each field that it does not have, that is missing, or that has another type. */
export function schemaProblems(value: unknown, type: FieldType, path = "manifest"): string[] {
  if (type === "free") return [];
  if (typeof type === "string") return typeof value === type ? [] : [`${path} is not a ${type}`];
  if ("items" in type) {
    if (!Array.isArray(value)) return [`${path} is not a list`];
    return value.flatMap((item: unknown, index) => schemaProblems(item, type.items, `${path}[${index}]`));
  }
  if (!isRecord(value)) return [`${path} is not an object`];
  if ("values" in type) return Object.entries(value).flatMap(([key, inner]) => schemaProblems(inner, type.values, `${path}.${key}`));
  const missing = (type.required ?? []).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`);
  const wrong = Object.entries(value).flatMap(([name, inner]) => {
    const field = type.fields[name];
    return field === undefined ? [`${path}.${name} is not in the schema`] : schemaProblems(inner, field, `${path}.${name}`);
  });
  return [...missing, ...wrong];
}
