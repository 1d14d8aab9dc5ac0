import { readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { provideNode } from "../../../../scripts/setup/node.mjs";
import { REPOSITORY } from "../../../../scripts/setup/paths.mjs";
import { useSandbox } from "./sandbox.ts";

const PACKAGE = `node-${process.platform}-${process.arch}`;
const MANIFESTS = "scripts/setup/node-package";

const machine = useSandbox();

const link = () => join(machine.root, "node_modules/.bin/node");

/** An npm that installs a Node of this machine, when it is asked for what a lock file lists. */
const installNpm = (version: string) =>
  machine.program(
    "bin/npm",
    `[ "$1" = ci ] && [ -e package-lock.json ] || exit 1
case " $* " in *" --ignore-scripts "*) ;; *) exit 1 ;; esac
mkdir -p node_modules/${PACKAGE}/bin
printf '#!/bin/sh\\necho ${version}\\n' > node_modules/${PACKAGE}/bin/node && chmod +x node_modules/${PACKAGE}/bin/node`,
  );

// (promise P-setup-sums)
test("installs Node in the set-up from the lock file that holds its sum, without running scripts", async () => {
  installNpm("v24.2.0");
  await provideNode(machine.root);
  expect(readlinkSync(link())).toBe(`../.node/node_modules/${PACKAGE}/bin/node`);
  const lock = join(machine.root, "node_modules/.node/package-lock.json");
  expect(readFileSync(lock, "utf8")).toBe(readFileSync(join(REPOSITORY, MANIFESTS, "package-lock.json"), "utf8"));
});
