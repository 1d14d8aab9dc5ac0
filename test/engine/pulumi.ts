import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pulumiEnvironment } from "../../scripts/setup/environment.mjs";
import { outputOf, type Run } from "../support/child-output.ts";
import { fileStore, type StateStore } from "./backends/state-store.ts";

/** The repository: what the programs under test install. */
export const repository = join(import.meta.dirname, "../..");

/**
 * Makes the processes of a command start faster, and leaves what they do as it is: loads modules that no program here uses at their first
 * use, keeps compiled code between runs, lets Go collect garbage less often, and leaves the types of TypeScript programs to the check `types`.
 */
const fastStart = {
  NODE_OPTIONS: `--require=${join(import.meta.dirname, "lazy-modules.cjs")}`,
  NODE_COMPILE_CACHE: join(repository, "node_modules/.cache/resourceshare-tests"),
  GOGC: "400",
  PULUMI_NODEJS_TRANSPILE_ONLY: "true",
};

export interface RunOptions {
  /** Added to the project's own environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** In a process group of its own, as a terminal starts each command. */
  readonly ownGroup?: boolean;
  /** Called once the process runs, with its id. */
  readonly onStart?: (pid: number) => void;
  /** Called with the whole output so far. */
  readonly onStdout?: (stdout: string) => void;
  readonly timeoutMs?: number | undefined;
}

export interface ProjectOptions {
  /** What every run gets: the address of the service, credentials. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where `pulumi-resourceshare` is installed, as a user has it; when absent, a new folder with a link to the repository. */
  readonly folder?: string;
  /** Name of the stack; `test` when absent. */
  readonly stack?: string;
  /** What keeps the stack's state; when absent, files in the project's own home. */
  readonly store?: StateStore | undefined;
  /** The program's files by name: `index.ts` or `index.js`, and what it needs. */
  readonly files: Readonly<Record<string, string>>;
}

interface ResourceInState {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  /** The provider resource, as `<URN>::<id>`. */
  readonly provider?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
  readonly initErrors?: readonly string[];
  /** Whether it was replaced and is yet to be deleted. */
  readonly delete?: boolean;
  /** Whether it was deleted before its replacement was created. */
  readonly pendingReplacement?: boolean;
  /** Whether the program only reads it. */
  readonly external?: boolean;
}

/** One Pulumi project in a folder of its own, with its own home and state. Remove it with `await using`. */
export class Project implements AsyncDisposable {
  readonly folder: string;
  readonly home: string;
  readonly stack: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #store: StateStore;
  readonly #isOwn: boolean;
  readonly #children = new Set<ChildProcess>();

  private constructor(
    parts: Pick<Project, "folder" | "home" | "stack">,
    isOwn: boolean,
    env: Readonly<Record<string, string>>,
    store: StateStore,
  ) {
    this.folder = parts.folder;
    this.home = parts.home;
    this.stack = parts.stack;
    this.#isOwn = isOwn;
    this.#env = env;
    this.#store = store;
  }

  static async open({ env = {}, folder, stack = "test", files, store }: ProjectOptions): Promise<Project> {
    const own = folder ?? mkdtempSync(join(tmpdir(), "resourceshare-program-"));
    const home = mkdtempSync(join(tmpdir(), "resourceshare-home-"));
    const faster = folder === undefined ? fastStart : {};
    const states = store ?? fileStore(join(home, "state"));
    const all = { ...pulumiEnvironment({ home }), ...faster, ...states.env, ...env };
    const project = new Project({ folder: own, home, stack }, folder === undefined, all, states);
    if (folder === undefined) project.#link(files);
    else project.write({ "Pulumi.yaml": "name: engine\nruntime: nodejs\n" });
    project.write(files);
    await project.succeed(["stack", "init", stack]);
    return project;
  }

  /** Makes `pulumi-resourceshare` and `@pulumi/pulumi` resolve from the program's folder, as an installation would. */
  #link(files: Readonly<Record<string, string>>): void {
    mkdirSync(join(this.folder, "node_modules/@pulumi"), { recursive: true });
    symlinkSync(repository, join(this.folder, "node_modules/pulumi-resourceshare"));
    for (const name of ["@pulumi/pulumi", "@pulumi/policy", "@types", "typescript"]) {
      symlinkSync(join(repository, "node_modules", name), join(this.folder, "node_modules", name));
    }
    const isTypeScript = "index.ts" in files;
    const runtime = `name: nodejs\n  options:\n    typescript: ${isTypeScript}`;
    this.write({
      "package.json": JSON.stringify({ name: "engine", private: true, main: isTypeScript ? "index.ts" : "index.js" }),
      "Pulumi.yaml": `name: engine\nruntime:\n  ${runtime}\n`,
    });
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.folder, name)), { recursive: true });
      writeFileSync(join(this.folder, name), text);
    }
  }

  /** The environment that the CLI runs in, for what runs it by itself. */
  environment(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Runs the CLI on this project, and ends it when it takes too long. */
  run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
    const { env = {}, onStart, onStdout, ownGroup = false, timeoutMs = 120_000 } = options;
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: ownGroup,
    });
    child.once("spawn", () => {
      this.#children.add(child);
      if (child.pid !== undefined) onStart?.(child.pid);
    });
    child.once("close", () => this.#children.delete(child));
    return outputOf(child, { onStdout, timeoutMs });
  }

  /** Runs the CLI and throws its output when it fails. */
  async succeed(args: readonly string[], options?: RunOptions): Promise<Run> {
    const run = await this.run(args, options);
    if (run.code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${run.code}\n${run.stdout}\n${run.stderr}`);
    return run;
  }

  up(args: readonly string[] = [], options?: RunOptions): Promise<Run> {
    return this.succeed(["up", "--yes", "--skip-preview", ...args], options);
  }

  destroy(options?: RunOptions): Promise<Run> {
    return this.succeed(["destroy", "--yes", "--skip-preview"], options);
  }

  /** The steps of a preview as CI reads them. */
  async preview(args: readonly string[] = []): Promise<readonly Step[]> {
    const { stdout } = await this.succeed(["preview", "--json", ...args]);
    // The CLI's own format, documented by its vendor.
    return (JSON.parse(stdout) as { steps?: Step[] }).steps ?? [];
  }

  /** The resources as the state has them; read from the store, which costs no run of the CLI. */
  resources(): readonly ResourceInState[] {
    // The CLI's own format.
    const file = JSON.parse(this.stateText()) as { checkpoint: { latest?: { resources?: ResourceInState[] } } };
    return file.checkpoint.latest?.resources ?? [];
  }

  /** The URNs of operations that an engine started and did not record as finished. */
  pending(): readonly string[] {
    const file = JSON.parse(this.stateText()) as { checkpoint: { latest?: { pending_operations?: { resource: { urn: string } }[] } } };
    return (file.checkpoint.latest?.pending_operations ?? []).map(({ resource }) => resource.urn);
  }

  /** The resource of a name, as the state has it. */
  resource(name: string): ResourceInState {
    const found = this.resources().find(({ urn }) => urn.endsWith(`::${name}`));
    if (!found) throw new Error(`the state holds no ${name}`);
    return found;
  }

  /** What the program exports. */
  outputs(): Readonly<Record<string, unknown>> {
    return this.resource(`engine-${this.stack}`).outputs ?? {};
  }

  /** The text of the stack's file. */
  stateText(): string {
    return this.#store.read(this.#stateKey());
  }

  /** Restores the stack from an earlier text of its file. */
  restore(stateText: string): void {
    this.#store.write(this.#stateKey(), stateText);
  }

  /** Whether a killed engine has left the stack locked. */
  isLocked(): boolean {
    return this.#store.list(`.pulumi/locks/organization/engine/${this.stack}/`).some((key) => key.endsWith(".json"));
  }

  #stateKey(): string {
    return `.pulumi/stacks/engine/${this.stack}.json`;
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    for (const folder of this.#isOwn ? [this.folder, this.home] : [this.home]) rmSync(folder, { recursive: true, force: true });
    return Promise.resolve();
  }
}

/** A step of `pulumi preview --json`. */
export interface Step {
  readonly op: string;
  readonly urn: string;
  readonly detailedDiff?: Readonly<Record<string, { readonly kind: string }>>;
}
