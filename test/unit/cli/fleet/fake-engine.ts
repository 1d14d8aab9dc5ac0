import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

/** A folder with a fleet, and a command `pulumi` that is a program of the test. Remove it with `using`. */
export class FakeEngine implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "resourceshare-fake-engine-"));
  readonly #log = join(this.folder, "log");
  /** The environment of the command `resourceshare`. */
  readonly env = { PATH: `${this.folder}${delimiter}${process.env["PATH"]}`, ENGINE_LOG: this.#log };

  /**
   * @param up What `pulumi up` does, in JavaScript: `stack` is its stack, and `log(event)` writes a line.
   * @param stacks The stacks of the fleet, in JavaScript: `stack(name)` is one.
   */
  constructor(up: string, stacks: string) {
    mkdirSync(join(this.folder, "share"));
    writeFileSync(join(this.folder, "share/Pulumi.yaml"), "name: share\nruntime: nodejs\n");
    this.write("fleet.mjs", fleetWith(stacks));
    this.write("pulumi", engineWith(up));
    chmodSync(join(this.folder, "pulumi"), 0o755);
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  /** What the engines have written since the last time, in the order of the alphabet. */
  lines(): readonly string[] {
    return existsSync(this.#log) ? readFileSync(this.#log, "utf8").trimEnd().split("\n").toSorted() : [];
  }

  forgetLines(): void {
    rmSync(this.#log, { force: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

function engineWith(up: string): string {
  return `#!/usr/bin/env node
const { appendFileSync } = require("node:fs");
const [command, ...words] = process.argv.slice(2);
const stack = words[words.indexOf("--stack") + 1];
const log = (event) => appendFileSync(process.env.ENGINE_LOG, stack + " " + event + "\\n");
if (command === "version") console.log("v3.250.0");
if (command === "up") {
  ${up}
}
`;
}

function fleetWith(stacks: string): string {
  return `
const stack = (name) => ({ name, accounts: ["owner"], regions: ["cn-hangzhou"] });
export default {
  name: "network",
  program: "./share",
  accounts: { owner: { id: "1000000000000001" } },
  stacks: [${stacks}],
};
`;
}
