import { isAbsolute, relative, sep } from "node:path";
import { type Failure, InputError } from "../../provider/kernel/errors.ts";
import { hasSecretForm } from "../../access/output/secret-forms.ts";
import { hasSecret } from "../../access/output/secrets.ts";
import type { FleetConfig, SecretVariables } from "./description.ts";
import type { Fleet, FleetStack } from "./fleet.ts";
import { planOf } from "./plan.ts";

/** Where the operator finds the programs: in a Git repository, or in the image of the workspace. */
export type ProgramSource =
  | {
      readonly repository: string;
      /** A branch, which the operator follows. */
      readonly branch: string;
    }
  | {
      readonly repository: string;
      readonly commit: string;
    }
  | {
      /** Absolute path of the programs' root folder in the image. */
      readonly imageFolder: string;
    };

/** What a description of a fleet does not say, and the operator needs. */
export interface ManifestOptions {
  readonly namespace: string;
  /** The service account of the workspaces; the operator needs it to delegate authentication. */
  readonly serviceAccountName: string;
  /** The image of the workspaces: it has `pulumi`, the plugin, and what the programs import. */
  readonly image: string;
  /** Name of the Kubernetes Secret that has the variables of the fleet's `{ env: NAME }`, each with its name as key. */
  readonly secretName: string;
  /** The local folder that is the root of the repository, or that is copied to the folder of the image. */
  readonly root: string;
  readonly source: ProgramSource;
  /**
   * Whether the deletion of a manifest destroys its stack.
   *
   * @defaultValue false
   */
  readonly destroyOnFinalize?: boolean;
  /** Must be true for a fleet with policy packs: the operator runs none. */
  readonly withoutPolicyPacks?: boolean;
}

interface SecretRef {
  readonly type: "Secret";
  readonly secret: { readonly name: string; readonly key: string };
}

/** A `Stack` of the Pulumi Kubernetes Operator, version 2. */
export interface StackManifest {
  readonly apiVersion: "pulumi.com/v1";
  readonly kind: "Stack";
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: {
    readonly stack: string;
    readonly serviceAccountName: string;
    readonly backend?: string;
    readonly secretsProvider?: string;
    readonly config: FleetConfig;
    readonly envRefs: Readonly<Record<string, SecretRef>>;
    readonly prerequisites?: readonly { readonly name: string }[];
    readonly destroyOnFinalize: boolean;
    readonly projectRepo?: string;
    readonly branch?: string;
    readonly commit?: string;
    readonly repoDir?: string;
    readonly workspaceTemplate: { readonly spec: { readonly image: string; readonly local?: { readonly dir: string } } };
  };
}

/**
 * Returns one manifest for the Pulumi Kubernetes Operator for each stack of a fleet.
 * A stack waits for its dependencies and for the wave before its own. `concurrency` has no equivalent in the operator.
 *
 * @throws InputError that names what the operator cannot do: inline programs, secrets from files, policy packs.
 */
export function stackManifests(fleet: Fleet, options: ManifestOptions): readonly StackManifest[] {
  const failures = [...fleetFailures(fleet, options), ...fleet.stacks.flatMap((stack) => stackFailures(stack, options))];
  if (failures.length > 0) throw new InputError(failures);
  return planOf(fleet).map(({ stack, after }) => ({
    apiVersion: "pulumi.com/v1",
    kind: "Stack",
    metadata: { name: objectName(stack.name), namespace: options.namespace },
    spec: {
      stack: stack.name,
      serviceAccountName: options.serviceAccountName,
      ...(fleet.backend === undefined ? {} : { backend: fleet.backend }),
      ...(fleet.secretsProvider === undefined ? {} : { secretsProvider: fleet.secretsProvider }),
      config: stack.config,
      envRefs: envRefsOf(stack.environment, options.secretName),
      ...(after.length === 0 ? {} : { prerequisites: after.map((name) => ({ name: objectName(name) })) }),
      destroyOnFinalize: options.destroyOnFinalize ?? false,
      ...sourceOf(folderOf(stack, options.root), options),
    },
  }));
}

function fleetFailures(
  { backend, secretsProvider, policyPacks, stacks }: Fleet,
  { withoutPolicyPacks, source }: ManifestOptions,
): Failure[] {
  const names = stacks.map(({ name }) => objectName(name));
  const twice = stacks.filter(({ name }, index) => names.indexOf(objectName(name)) !== index);
  return [
    ...(policyPacks.length > 0 && withoutPolicyPacks !== true
      ? [
          {
            property: "policyPacks",
            reason: "the operator runs no policy packs: run `resourceshare fleet preview` in CI, and set `withoutPolicyPacks`",
          },
        ]
      : []),
    ...(backend?.startsWith("file:") === true
      ? [{ property: "backend", reason: `${backend} is a folder of one machine: name a backend that every workspace reaches` }]
      : []),
    ...(hasSecretForm(JSON.stringify([backend, secretsProvider, source]))
      ? [
          {
            property: "source",
            reason: "the repository, the backend or the secrets provider contains credentials, which no manifest contains",
          },
        ]
      : []),
    ...("imageFolder" in source && !source.imageFolder.startsWith("/")
      ? [{ property: "source.imageFolder", reason: "must be an absolute path" }]
      : []),
    ...twice.map(({ name }) => ({ property: "stacks", reason: `two stacks have the object name ${objectName(name)}: rename ${name}` })),
  ];
}

function stackFailures(stack: FleetStack, { root }: ManifestOptions): Failure[] {
  const files = Object.entries(stack.environment).filter(([, reference]) => "file" in reference);
  return [
    ...files.map(([variable]) => ({
      property: `environment.${variable}`,
      reason: `of ${stack.name} is read from a file, and the operator reads secrets from Kubernetes only: use { env: NAME }`,
    })),
    ...Object.keys(stack.config).flatMap((key) =>
      hasSecret(stack.config[key])
        ? [{ property: `config.${key}`, reason: `of ${stack.name} is a secret, which no manifest contains` }]
        : [],
    ),
    ...(folderOf(stack, root) === undefined ? [{ property: "program", reason: programProblem(stack, root) }] : []),
  ];
}

function programProblem({ name, program }: FleetStack, root: string): string {
  return program.kind === "inline"
    ? `of ${name} is a function, which runs in the process of the fleet only: name the folder of a project`
    : `of ${name} is ${program.folder}, which is not in ${root}`;
}

/** The folder of the program below the root, with slashes; `undefined` for a program that is not there. */
function folderOf({ program }: FleetStack, root: string): string | undefined {
  if (program.kind === "inline") return undefined;
  const path = relative(root, program.folder);
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path) ? undefined : path.replaceAll(sep, "/");
}

function sourceOf(folder = "", { source, image }: ManifestOptions) {
  if ("imageFolder" in source) {
    const dir = [source.imageFolder.replace(/(?<!\/)\/+$/, ""), folder].filter((part) => part !== "").join("/") || "/";
    return { workspaceTemplate: { spec: { image, local: { dir } } } };
  }
  const { repository, ...revision } = source;
  return { projectRepo: repository, ...revision, ...(folder === "" ? {} : { repoDir: folder }), workspaceTemplate: { spec: { image } } };
}

function envRefsOf(environment: SecretVariables, secretName: string): Record<string, SecretRef> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([variable, reference]): [string, SecretRef][] =>
      "env" in reference ? [[variable, { type: "Secret", secret: { name: secretName, key: reference.env } }]] : [],
    ),
  );
}

/** The name of a stack as the name of an object: lower-case letters, digits and hyphens. */
function objectName(stack: string): string {
  return stack
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
