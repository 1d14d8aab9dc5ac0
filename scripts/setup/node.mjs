import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { executables, tail } from "./commands.mjs";
import { machineFolders, REPOSITORY } from "./paths.mjs";
import { npmCi } from "./npm.mjs";
import { SetupError, report } from "./report.mjs";
import { isAtLeast, NODE_AT_LEAST, parseVersion } from "./versions.mjs";

const SUBJECT = "Node";

/** The npm package with Node for this platform; `node-package/package-lock.json` has its checksum. */
const PACKAGE = `node-${process.platform}-${process.arch}`;

/** The manifest and lock file of the npm packages that contain Node, one for each platform. */
const MANIFESTS = join(REPOSITORY, "scripts", "setup", "node-package");

/**
 * Ensures that node_modules/.bin/node, which npm scripts find first, is a supported Node. It comes from npm with a verified checksum, or
 * else from the machine.
 * @param {string} root
 */
export async function provideNode(root) {
  const link = join(root, "node_modules", ".bin", "node");
  if (isAtLeast(nodeVersion(link), NODE_AT_LEAST)) return;
  const failure = await installNode(root, link);
  if (failure === undefined) return;
  const other = executables("node", machineFolders()).find((node) => isAtLeast(nodeVersion(node), NODE_AT_LEAST));
  if (other === undefined) {
    throw new SetupError(`Node ${NODE_AT_LEAST} or newer is needed, and ${failure}.\nInstall Node 24 and run this again.`);
  }
  linkTo(other, link);
  report(SUBJECT, `${failure}; ${other} is used instead.`);
}

/**
 * @param {string} root
 * @param {string} link
 * @returns {Promise<string | undefined>} the reason of a failure; `undefined` when the link points to the installed Node
 */
async function installNode(root, link) {
  const folder = join(root, "node_modules", ".node");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(MANIFESTS, name), join(folder, name));
  report(SUBJECT, `installing the npm package ${PACKAGE} (about 10 s)…`);
  const { code, output } = await npmCi(folder);
  if (code !== 0) return `npm could not install ${PACKAGE}:\n${tail(output, 5)}`;
  if (!existsSync(join(folder, "node_modules", PACKAGE))) return `the set-up has no sum of an npm package ${PACKAGE}`;
  linkTo(join("..", ".node", "node_modules", PACKAGE, "bin", "node"), link);
  return isAtLeast(nodeVersion(link), NODE_AT_LEAST) ? undefined : `the npm package ${PACKAGE} does not run on this machine`;
}

/**
 * @param {string} target
 * @param {string} link
 */
function linkTo(target, link) {
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(target, link);
}

/**
 * Returns the version of a Node executable.
 * @param {string} node
 * @returns {string | undefined} `undefined` when it does not run
 */
export function nodeVersion(node) {
  const { status, stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  return status === 0 ? parseVersion(stdout) : undefined;
}
