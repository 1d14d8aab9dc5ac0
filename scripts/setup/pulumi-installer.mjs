import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run, tail } from "./commands.mjs";
import { REPOSITORY } from "./paths.mjs";
import { PULUMI_INSTALLED } from "./versions.mjs";

/** Enough for a download of 100 MB on a usual connection. The installation fails when the host does not respond in this time. */
const TIMEOUT_MS = 90_000;

/** Runs the vendor's installer, which is part of `@pulumi/pulumi`, in a separate process that can be killed when it hangs. */
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

/** Downloads the CLI with the vendor's installer. @type {import("./pulumi.mjs").Way} */
export const vendorInstaller = {
  name: "the vendor's installer",
  expect: "up to 90 s",
  async install(folder) {
    // The installer verifies no checksums, so the download is only as safe as the TLS connection.
    if (process.env["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
      throw new Error(
        "NODE_TLS_REJECT_UNAUTHORIZED is 0, and the download would not be verified: name a private authority in NODE_EXTRA_CA_CERTS instead",
      );
    }
    const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
    // The user's own file could say `insecure`.
    writeFileSync(join(home, ".curlrc"), "");
    const result = await run("node", ["--input-type=module", "--eval", INSTALL, folder, PULUMI_INSTALLED], {
      cwd: REPOSITORY,
      env: {
        ...process.env,
        PATH: `${join(REPOSITORY, "node_modules", ".bin")}:${process.env["PATH"]}`,
        PULUMI_HOME: home,
        CURL_HOME: home,
      },
      timeoutMs: TIMEOUT_MS,
    });
    rmSync(home, { recursive: true, force: true });
    if (result.timedOut) throw new Error("its download host did not answer in time");
    if (result.code !== 0) throw new Error(tail(result.output, 1));
  },
};
