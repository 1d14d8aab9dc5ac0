import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { createVirtualEnvironment } from "../../../scripts/setup/python-packages.mjs";
import { provideYamlLanguageHost } from "../../../scripts/setup/yaml-language-host.mjs";
import { languageHost } from "./language-hosts.ts";
import { provideSdks } from "./sdks.ts";

/** A language in which the tests run programs. */
export interface Language {
  readonly name: "yaml" | "python" | "go";
  /** The file of its program, in `examples/` and in `programs/`. */
  readonly program: string;
  /** Returns the folder of its language host. */
  readonly host: () => string | Promise<string>;
  /** Installs what the program imports into the project's folder, as the example's page says. */
  readonly install: (folder: string) => Promise<void>;
  /** Added to the environment of the CLI. */
  readonly env: Readonly<Record<string, string>>;
}

export const yaml: Language = {
  name: "yaml",
  program: "Pulumi.yaml",
  host: provideYamlLanguageHost,
  install: () => Promise.resolve(),
  env: {},
};

export const python: Language = {
  name: "python",
  program: "__main__.py",
  host: () => languageHost("python"),
  install: async (folder) => {
    cpSync(join(await provideSdks(), "python"), join(folder, "sdks/python"), { recursive: true });
    const env = { ...process.env, ...(await createVirtualEnvironment(join(folder, "venv"))) };
    execFileSync(join(folder, "venv/bin/pip"), ["install", "--quiet", "-r", "requirements.txt"], { cwd: folder, env, stdio: "pipe" });
  },
  env: {},
};

export const go: Language = {
  name: "go",
  program: "main.go",
  host: () => languageHost("go"),
  install: async (folder) => cpSync(join(await provideSdks(), "go"), join(folder, "sdks/go"), { recursive: true }),
  // The flags with which the set-up builds the CLI: what both import is compiled once.
  env: { CGO_ENABLED: "0", GOFLAGS: "-trimpath -tags=osusergo,grpcnotrace", GOWORK: "off" },
};
