import { delimiter } from "node:path";
import { run } from "./commands.mjs";
import { machineFolders } from "./paths.mjs";

/**
 * Installs exactly what the lock file lists, with the sums that it lists. No package runs a script of its own.
 * @param {string} folder
 */
export function npmCi(folder) {
  // NODE_ENV=production would leave out what develops the package, and a strict npm would refuse Node 20 before Node 24 is there.
  const options = [
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--engine-strict=false",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  return run("npm", ["ci", ...options], { cwd: folder, env: machineEnvironment() });
}

/** Without the checkout's own node_modules/.bin: npm must not run on the Node that it is about to replace. */
export function machineEnvironment() {
  return { ...process.env, PATH: machineFolders().join(delimiter) };
}
