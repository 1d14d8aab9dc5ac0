import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { isExecutable } from "../commands.mjs";
import { nodeVersion } from "../node.mjs";
import { fingerprint, readJson, writeAtomically } from "../fingerprints.mjs";
import { report } from "../report.mjs";

/** The sources of the language host. */
const HOST_FILES = ["nodejs.cjs", "server.cjs", "policy-pack.cjs", "child-processes.cjs"].map((name) =>
  join("scripts", "setup", "language-host", name),
);

/** The packages that the language host loads. It also needs the protocol definitions of `@pulumi/pulumi`. */
const HOST_PACKAGES = ["@grpc/grpc-js", "google-protobuf"];

/** Distinguishes our launchers from the vendor's programs with the same names. */
const GENERATED_NOTICE = "written by the set-up of pulumi-resourceshare";

/**
 * Installs the programs that the engine starts beside a CLI built from its Go module, which lacks them. They do not depend on this
 * checkout: the language host is copied into the cache folder, with its packages and a Node.
 * @param {{ root: string, cache: string, pulumi: import("../environment.mjs").FoundPulumi }} options
 */
export function installLanguageHost({ root, cache, pulumi }) {
  const folder = dirname(pulumi.path);
  const host = join(folder, "pulumi-language-nodejs");
  if (pulumi.source === "PATH" || (existsSync(host) && !isGeneratedLauncher(host))) return;
  const fromFolder = (/** @type {string} */ file) => `"$here/${relative(folder, file)}"`;
  const node = fromFolder(dirname(cacheNode(root, cache)));
  const changed = [
    writeLauncher(host, node, `exec node ${fromFolder(join(cacheLanguageHost(root, cache), "nodejs.cjs"))} "$@"`),
    writeLauncher(
      join(folder, "pulumi-resource-pulumi-nodejs"),
      node,
      `script=$(node -e 'console.log(require.resolve("@pulumi/pulumi/cmd/dynamic-provider"))') || exit 1\nexec node "$script" "$@"`,
    ),
  ];
  if (changed.includes(true)) report("Language host", `written to ${folder}, as a Pulumi CLI built from its Go module comes without one.`);
}

/** @param {string} file */
function isGeneratedLauncher(file) {
  return readFileSync(file).subarray(0, 500).includes(GENERATED_NOTICE);
}

/**
 * Writes a shell script that uses the PATH's Node when it is new enough, else the cached one.
 * @param {string} file
 * @param {string} nodeFolder
 * @param {string} start the script's last commands
 * @returns {boolean} whether the file has changed
 */
function writeLauncher(file, nodeFolder, start) {
  const text = `#!/bin/sh
# Started by Pulumi's engine; ${GENERATED_NOTICE}.
here=\${0%/*}
case $(node --version 2>/dev/null) in
  v22.19.* | v22.[2-9][0-9].* | v2[3-9].* | v[3-9][0-9].*) ;; # 22.19 or newer
  *) PATH=${nodeFolder}:"$PATH" && export PATH ;;
esac
${start}
`;
  if (existsSync(file) && readFileSync(file, "utf8") === text) return false;
  writeAtomically(file, text, 0o755);
  return true;
}

/**
 * @param {string} root
 * @param {string} cache
 * @returns {string} the cached Node, which remains when the checkout is deleted
 */
function cacheNode(root, cache) {
  const link = join(root, "node_modules", ".bin", "node");
  const cached = join(cache, `node-${nodeVersion(link)}`, "bin", "node");
  if (isExecutable(cached)) return cached;
  const draft = `${cached}.${process.pid}`;
  mkdirSync(dirname(cached), { recursive: true });
  try {
    linkSync(realpathSync(link), draft); // a hard link takes no extra space on the same disk
  } catch {
    copyFileSync(realpathSync(link), draft);
    chmodSync(draft, 0o755);
  }
  renameSync(draft, cached);
  return cached;
}

/**
 * @param {string} root
 * @param {string} cache
 * @returns {string} the folder of the language host, named after its content: different versions use different folders
 */
function cacheLanguageHost(root, cache) {
  const manifests = ["@pulumi/pulumi", ...HOST_PACKAGES].map((name) => join("node_modules", name, "package.json"));
  const host = join(cache, `language-host-${fingerprint(root, [...HOST_FILES, ...manifests]).slice(0, 12)}`);
  if (existsSync(host)) return host;
  mkdirSync(cache, { recursive: true });
  const staging = mkdtempSync(join(cache, `partial-${process.pid}-`));
  for (const file of HOST_FILES) copyFileSync(join(root, file), join(staging, file.replace(/.*\//, "")));
  const copy = (/** @type {string} */ path) =>
    cpSync(join(root, path), join(staging, path), { recursive: true, filter: (file) => !/\.(d\.ts|ts|map)$/.test(file) });
  for (const path of ["package.json", "proto"]) copy(join("node_modules", "@pulumi/pulumi", path));
  for (const path of packagesBelow(root, HOST_PACKAGES)) copy(path);
  try {
    renameSync(staging, host);
  } catch {
    rmSync(staging, { recursive: true, force: true }); // another set-up has created it meanwhile
  }
  return host;
}

/**
 * Returns the folders of packages and their dependencies below node_modules.
 * @param {string} root
 * @param {string[]} names
 * @param {string} [from] the dependent package, whose own node_modules take precedence
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
function packagesBelow(root, names, from = "", seen = new Set()) {
  for (const name of names) {
    const path = [join(from, "node_modules", name), join("node_modules", name)].find((candidate) =>
      existsSync(join(root, candidate, "package.json")),
    );
    if (path === undefined || seen.has(path)) continue;
    seen.add(path);
    packagesBelow(root, Object.keys(readJson(join(root, path, "package.json")).dependencies ?? {}), path, seen);
  }
  return seen;
}
