// Runs the vendor's Python client through a share's whole lifecycle against the simulator: an independent client with the older signature.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVirtualEnvironment } from "../setup/python-packages.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const require = createRequire(import.meta.url);
/** The client imports what newer versions of setuptools do not have. */
const packages = ["aliyun-python-sdk-core", "setuptools"];
const folder = mkdtempSync(join(tmpdir(), "resourceshare-python-"));

process.exitCode = await main().finally(() => rmSync(folder, { recursive: true, force: true }));

async function main() {
  const env = { ...process.env, ...(await createVirtualEnvironment(folder)) };
  const { status } = spawnSync(join(folder, "bin/pip"), ["install", "--quiet", ...packages], { stdio: "inherit", env });
  if (status !== 0) return 1;
  const { createSimulator, serve } = require("../../dist/simulator/index.js");
  const simulator = createSimulator();
  const { url, close } = await serve(simulator);
  const [key] = simulator.keys;
  if (key === undefined) throw new Error("the demonstration world has no key");
  try {
    const words = [join(root, "test/unit/simulator/vendor.py"), url, key.accessKeyId, key.accessKeySecret];
    return await run(join(folder, "bin/python"), words);
  } finally {
    await close();
  }
}

/** @param {string} program @param {string[]} words @returns {Promise<number>} */
function run(program, words) {
  return new Promise((resolve, reject) => {
    // The key belongs to the simulator, so it may be visible in the command line.
    const child = spawn(program, words, { stdio: "inherit" });
    const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}
