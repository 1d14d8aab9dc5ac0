import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, tail } from "./commands.mjs";
import { REPOSITORY } from "./paths.mjs";
import { PULUMI_INSTALLED } from "./versions.mjs";

/** Longer than a download of 100 MB takes on a usual line; a host that does not answer is given up after it. */
const TIMEOUT_MS = 90_000;

/** The vendor's installer is inside `@pulumi/pulumi`; a process of its own lets it be ended when it hangs. */
const INSTALL = `
  import { createRequire } from "node:module";
  const { PulumiCommand } = createRequire(process.cwd() + "/package.json")("@pulumi/pulumi/automation");
  try {
    await PulumiCommand.install({ root: process.argv[1], version: process.argv[2], skipVersionCheck: true });
  } catch (error) {
    console.error(String(error.message).trim().split("\\n")[0]);
    process.exit(1);
  }
`;

/** @type {import("./pulumi.mjs").Way} */
export const vendorInstaller = {
  name: "the vendor's installer",
  expect: "up to 90 s",
  async install(folder) {
    // The installer has no sums: what it downloads is as good as the connection.
    if (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
      throw new Error(
        "NODE_TLS_REJECT_UNAUTHORIZED is 0, and the download would not be verified: name a private authority in NODE_EXTRA_CA_CERTS instead",
      );
    }
    const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
    const result = await run("node", ["--input-type=module", "--eval", INSTALL, folder, PULUMI_INSTALLED], {
      cwd: REPOSITORY,
      env: { ...process.env, PATH: `${join(REPOSITORY, "node_modules", ".bin")}:${process.env["PATH"]}`, PULUMI_HOME: home },
      timeoutMs: TIMEOUT_MS,
    });
    rmSync(home, { recursive: true, force: true });
    if (result.timedOut) throw new Error("its download host did not answer in time");
    if (result.code !== 0) throw new Error(tail(result.output, 1));
  },
};
