import { SetupError } from "../setup/report.mjs";

/**
 * @typedef {object} Platform
 * @property {string} name the CLI's name of the platform, as in the names of archives
 * @property {NodeJS.Platform} os
 * @property {NodeJS.Architecture} cpu
 * @property {boolean} hasExecutable
 *   Whether the archive contains an executable with Node inside. macOS starts such an executable only after it has been signed on a Mac, so its
 *   archives contain the script that starts the machine's Node.
 */

/** The platforms that have an archive. @type {readonly Platform[]} */
export const PLATFORMS = [
  { name: "linux-amd64", os: "linux", cpu: "x64", hasExecutable: true },
  { name: "linux-arm64", os: "linux", cpu: "arm64", hasExecutable: true },
  { name: "windows-amd64", os: "win32", cpu: "x64", hasExecutable: true },
  { name: "darwin-amd64", os: "darwin", cpu: "x64", hasExecutable: false },
  { name: "darwin-arm64", os: "darwin", cpu: "arm64", hasExecutable: false },
];

/** Returns the platform with a name. @param {string} name */
export function platformNamed(name) {
  const platform = PLATFORMS.find((one) => one.name === name);
  if (platform === undefined) {
    throw new SetupError(`there is no platform ${name}; there are ${PLATFORMS.map((one) => one.name).join(", ")}.`);
  }
  return platform;
}

/** Whether a platform is that of this machine. @param {Platform} platform */
export function isOfMachine({ os, cpu }) {
  return os === process.platform && cpu === process.arch;
}

/** Returns the platform of this machine. */
export function platformOfMachine() {
  const platform = PLATFORMS.find(isOfMachine);
  if (platform === undefined) throw new SetupError(`the plugin has no archive for ${process.platform} on ${process.arch}.`);
  return platform;
}

/** Returns the file that the engine starts. @param {Platform} platform */
export function executableName({ os }) {
  return os === "win32" ? "pulumi-resource-resourceshare.exe" : "pulumi-resource-resourceshare";
}
