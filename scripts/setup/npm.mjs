import { delimiter } from "node:path";
import { run } from "./commands.mjs";
import { machineFolders } from "./paths.mjs";

/**
 * Installs exactly the packages in the lock file and verifies their checksums. Packages run no install scripts.
 * @param {string} folder
 * @param {readonly string[]} [more] further options
 */
export function npmCi(folder, more = []) {
  // NODE_ENV=production would omit development dependencies. engine-strict would reject Node 20 before Node 24 is installed.
  const options = [
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--engine-strict=false",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  return run("npm", ["ci", ...options, ...more], { cwd: folder, env: machineEnvironment() });
}

/** Returns the environment without the checkout's node_modules/.bin, because npm must not run on the Node that it replaces. */
export function machineEnvironment() {
  return { ...process.env, PATH: machineFolders().join(delimiter) };
}
