import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** A project's folder with a program's dependencies, and a fake CLI that prints the test's texts. */
export interface Place extends Disposable {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  print(words: string, output: unknown): void;
  /** Prints the exported states of stacks by their names, of which the first is the current one, and its configuration. */
  printStacks(states: Readonly<Record<string, unknown>>, configuration?: object): void;
}

const repository = join(import.meta.dirname, "../../..");

export function project(): Place {
  const folder = mkdtempSync(join(tmpdir(), "resourceshare-project-"));
  mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
  mkdirSync(join(folder, "printed"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  symlinkSync(repository, join(folder, "node_modules/pulumi-resourceshare"));
  symlinkSync(join(repository, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/@pulumi/pulumi"));
  writeFileSync(
    join(folder, "pulumi"),
    `#!/bin/sh\nfile="${join(folder, "printed")}/$(echo "$*" | sed 's/ --non-interactive//; s/ /_/g')"\n[ -f "$file" ] && exec cat "$file"\necho "error: no stack selected" >&2\nexit 255\n`,
  );
  chmodSync(join(folder, "pulumi"), 0o755);
  const print = (words: string, output: unknown) =>
    writeFileSync(join(folder, "printed", words.replaceAll(" ", "_")), typeof output === "string" ? output : JSON.stringify(output));
  print("version", "v3.250.0\n");
  return {
    folder,
    print,
    printStacks: (states, configuration = {}) => {
      const names = Object.keys(states);
      print(
        "stack ls --json",
        names.map((name, index) => ({ name, current: index === 0 })),
      );
      for (const [index, name] of names.entries()) print(index === 0 ? "stack export" : `stack export --stack ${name}`, states[name]);
      print("config --json --show-secrets", configuration);
    },
    env: { PATH: [folder, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter) },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
