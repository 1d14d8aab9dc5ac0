import { cpSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { vi } from "vitest";
import { writeArchive } from "../../../scripts/plugin/archives.mjs";
import { platformOfMachine } from "../../../scripts/plugin/platforms.mjs";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { KillInjector } from "../kill/kill-at-call.ts";
import { startKillableService } from "../kill/killable-service.ts";
import { buildPlugin } from "../plugin/project.ts";
import { Project, repository } from "../pulumi.ts";
import type { Service } from "../service.ts";
import type { Language } from "./languages.ts";

const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { readonly version: string };

/** A project in one language with the plugin installed from its archive, and a simulated service. */
export interface LanguageFixture extends AsyncDisposable {
  readonly project: Project;
  readonly service: Service;
  readonly killInjector: KillInjector;
  /** Writes the program of the language's example, or the one of the tests with two accounts. */
  readonly useProgram: (program: "example" | "two accounts") => void;
}

/** Opens the example of a language as users have it, except for the project's name, by which the tests find the state. */
export async function openLanguageFixture(language: Language): Promise<LanguageFixture> {
  await using opened = new AsyncDisposableStack();
  vi.stubEnv("PATH", [process.env["PATH"], await language.host()].join(delimiter));
  opened.defer(() => void vi.unstubAllEnvs());
  const folder = temporaryFolder((remove) => opened.defer(remove));
  const example = join(repository, "examples", language.name);
  cpSync(example, folder, { recursive: true });
  await language.install(folder);
  const service = opened.use(await startKillableService());
  const renamed = (from: string) => readFileSync(from, "utf8").replace("name: network", "name: engine");
  const manifest = { "Pulumi.yaml": renamed(join(example, "Pulumi.yaml")) };
  const project = opened.use(await Project.open({ folder, env: { ...language.env, ...service.env }, files: manifest }));
  await installPlugin(project);
  const folders = { example, "two accounts": join(import.meta.dirname, "programs") };
  const kept = opened.move();
  return {
    project,
    service,
    killInjector: service.killInjector,
    useProgram: (program) => project.write({ [language.program]: renamed(join(folders[program], language.program)) }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

/** Installs the plugin from an archive that runs on the machine's Node, as `npm run plugin` writes it. */
export async function installPlugin(project: Project): Promise<void> {
  using folders = new DisposableStack();
  const onEnd = (remove: () => void) => folders.defer(remove);
  const plugin = await buildPlugin(onEnd);
  const to = temporaryFolder(onEnd);
  const archive = writeArchive({ from: plugin, platform: platformOfMachine(), version, to });
  await project.succeed(["plugin", "install", "resource", "resourceshare", version, "--file", archive]);
}
