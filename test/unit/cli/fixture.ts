import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sharing } from "../../../provider/api/operations.ts";
import type { Client } from "../../../provider/client/client.ts";
import { createClients } from "../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../provider/client/config/configuration.ts";
import { createSimulator, demo, serve, type Simulator, type SimulatorOptions } from "../../../simulator/index.ts";
import { outputOf } from "../../support/child-output.ts";

const repository = join(import.meta.dirname, "../../..");
const program = join(repository, "dist/cli/resourceshare.js");

/** The result of a run of the command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  /** Added to the environment; `undefined` removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly onStart?: (child: ChildProcess) => void;
}

/** A simulated service over HTTP, clients of its accounts, and the command as a user runs it against them. */
export interface Served extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly url: string;
  /** The environment of a user with an account of the demonstration world. */
  environment(accountId?: string): Record<string, string>;
  client(accountId?: string, region?: string): Client;
  /** Runs `resourceshare` with the credentials of the owner's account. */
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
}

export async function served(options: SimulatorOptions = {}): Promise<Served> {
  const simulator = createSimulator({ pace: "fast", limits: false, ...options });
  const { url, close } = await serve(simulator);
  const environment = (accountId: string = demo.owner): Record<string, string> => {
    const key = simulator.keys.find((candidate) => candidate.accountId === accountId);
    if (!key) throw new Error(`the world has no key for ${accountId}`);
    return {
      RESOURCESHARE_ENDPOINT: url,
      RESOURCESHARE_STS_ENDPOINT: url,
      ALIBABA_CLOUD_ACCESS_KEY_ID: key.accessKeyId,
      ALIBABA_CLOUD_ACCESS_KEY_SECRET: key.accessKeySecret,
    };
  };
  return {
    simulator,
    url,
    environment,
    client: (accountId, region) => createClients(readConfiguration({}, environment(accountId))).client(undefined, region),
    run: (words, { env = {}, cwd, input } = {}) => runCommand(words, { env: { ...environment(), ...env }, cwd, input }),
    [Symbol.asyncDispose]: close,
  };
}

/** Runs `resourceshare` as a user does. */
export async function runCommand(
  words: readonly string[],
  { env, cwd, input, onStart }: { [Name in keyof RunOptions]?: RunOptions[Name] | undefined },
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(RESOURCESHARE_|ALIBABA_CLOUD_|PULUMI_|NO_COLOR|FORCE_COLOR)/.test(name),
  );
  const own = Object.entries(env ?? {}).filter(([, value]) => value !== undefined);
  const child = spawn(program, words, { cwd, env: Object.fromEntries([...inherited, ...own]), stdio: ["pipe", "pipe", "pipe"] });
  onStart?.(child);
  child.stdin.end(input ?? "");
  const { code, stdout, stderr } = await outputOf(child);
  return { code, out: stdout, err: stderr };
}

/** Returns a function that writes a text to a new file of a folder. */
export function filesIn(folder: string): (text: string) => string {
  return (text) => {
    const path = join(folder, `${readdirSync(folder).length}.json`);
    writeFileSync(path, text);
    return path;
  };
}

/** Creates a share and returns its id. */
export async function share(
  client: Client,
  {
    name,
    resources = [],
    arns,
    targets = [],
    permissions,
    tags = {},
    external = false,
    group,
    targetProperty,
    resourceProperty,
  }: {
    readonly name: string;
    readonly resources?: readonly (readonly [type: string, id: string])[];
    readonly arns?: readonly string[];
    readonly targets?: readonly string[];
    readonly permissions?: readonly string[];
    readonly tags?: Readonly<Record<string, string>>;
    readonly external?: boolean;
    readonly group?: string;
    readonly targetProperty?: readonly [id: string, property: object];
    readonly resourceProperty?: readonly [arn: string, property: object];
  },
): Promise<string> {
  const { ResourceShare } = await client.call(sharing.CreateResourceShare, {
    ResourceShareName: name,
    AllowExternalTargets: external,
    ResourceGroupId: group,
    Resources: arns === undefined ? resources.map(([ResourceType, ResourceId]) => ({ ResourceType, ResourceId })) : undefined,
    ResourceArns: arns && [...arns],
    Targets: [...targets],
    PermissionNames: permissions && [...permissions],
    TargetProperties: targetProperty && [{ TargetId: targetProperty[0], Property: JSON.stringify(targetProperty[1]) }],
    ResourceProperties: resourceProperty && [{ ResourceArn: resourceProperty[0], Property: JSON.stringify(resourceProperty[1]) }],
    Tag: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  });
  return ResourceShare.ResourceShareId;
}
