import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { executables, run, tail } from "./commands.mjs";
import { goProblem } from "./go-build.mjs";
import { machineFolders } from "./paths.mjs";
import { duration, report, SetupError, withProgress } from "./report.mjs";
import { GO_SWITCHES_SINCE } from "./versions.mjs";

const SUBJECT = "Programs for the tests";

/**
 * A program of the machine that tests start.
 * @typedef {object} Requirement
 * @property {string} name for messages
 * @property {() => string | undefined} find returns the program, or the folder of several
 * @property {readonly string[]} debian packages that contain it
 * @property {readonly string[]} brew packages of Homebrew
 */

/** @type {readonly Requirement[]} */
export const REQUIREMENTS = [
  { name: "Chromium or Chrome", find: findChromium, debian: ["chromium"], brew: ["google-chrome"] },
  { name: "PostgreSQL", find: findPostgres, debian: ["postgresql"], brew: ["postgresql@17"] },
  { name: `Go ${GO_SWITCHES_SINCE} or newer`, find: findGo, debian: ["golang"], brew: ["go"] },
  { name: "Python 3.10 or newer with pip and venv", find: findPython, debian: ["python3-pip", "python3-venv"], brew: ["python"] },
  { name: "git", find: () => onPath(["git"]), debian: ["git"], brew: ["git"] },
  { name: "curl", find: () => onPath(["curl"]), debian: ["curl", "ca-certificates"], brew: ["curl"] },
];

/** Returns a browser for the tests of pages. The installer of macOS puts it outside the PATH. */
export function findChromium() {
  const applications = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  return onPath(["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]) ?? applications.find((file) => runs(file));
}

/** Returns the folder of PostgreSQL's programs. Debian and Homebrew keep one for each version off the PATH. */
export function findPostgres() {
  const versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap((parent) =>
    (existsSync(parent) ? readdirSync(parent) : [])
      .filter((name) => /^(postgresql@)?\d+$/.test(name))
      .map((name) => join(parent, name, "bin")),
  );
  const folders = [...machineFolders(), ...versions.toReversed()];
  return folders.find((folder) => ["initdb", "postgres", "psql"].every((name) => runs(join(folder, name))));
}

function findGo() {
  return executables("go", machineFolders()).find((go) => goProblem(go) === undefined);
}

/** Returns the Python that PYTHON names, or else that of the PATH. */
export function findPython() {
  const named = process.env["PYTHON"];
  const candidates = named === undefined ? executables("python3", machineFolders()) : [named];
  return candidates.find((python) => runs(python, ["-c", "import sys, pip, venv, ensurepip; sys.exit(sys.version_info < (3, 10))"]));
}

/** @param {readonly string[]} names */
function onPath(names) {
  return names.flatMap((name) => executables(name, machineFolders())).find((file) => runs(file));
}

/** Whether a program runs: Ubuntu has a chromium that only names its snap. @param {string} program */
function runs(program, words = ["--version"]) {
  return spawnSync(program, words, { stdio: "ignore" }).status === 0;
}

/**
 * Installs what the machine lacks with apt-get, as root or by a sudo that asks for no password.
 * @param {readonly Requirement[]} [requirements]
 * @param {{ platform?: string, isRoot?: boolean }} [machine]
 * @throws {SetupError} with what is missing and the command that installs it
 */
export async function provideRequirements(
  requirements = REQUIREMENTS,
  { platform = process.platform, isRoot = process.getuid?.() === 0 } = {},
) {
  const missing = requirements.filter(({ find }) => find() === undefined);
  if (missing.length === 0) return;
  const command = installCommand(missing, { platform, isRoot });
  if (platform === "darwin" || command === undefined || !(isRoot || runs("sudo", ["-n", "true"]))) {
    throw new SetupError(explain(missing, command));
  }
  report(SUBJECT, `installing ${namesOf(missing)} with Debian's packages (about a minute)…`);
  const since = Date.now();
  const { code, output } = await withProgress(
    SUBJECT,
    () => "",
    () => run("/bin/sh", ["-c", command], { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }),
  );
  const still = missing.filter(({ find }) => find() === undefined);
  if (code !== 0) throw new SetupError(`${explain(still, command)}\nIt failed here:\n${tail(output)}`);
  if (still.length > 0) throw new SetupError(`${explain(still, undefined)}\nDebian's packages are installed, and do not suffice.`);
  report(SUBJECT, `installed in ${duration(Date.now() - since)}.`);
}

/**
 * @param {readonly Requirement[]} missing
 * @param {{ platform: string, isRoot: boolean }} machine
 * @returns {string | undefined} `undefined` on a system with another package manager
 */
function installCommand(missing, { platform, isRoot }) {
  if (platform === "darwin") return `brew install ${missing.flatMap(({ brew }) => brew).join(" ")}`;
  if (executables("apt-get", machineFolders()).length === 0) return undefined;
  const apt = `${isRoot ? "" : "sudo "}apt-get`;
  const packages = missing.flatMap(({ debian }) => debian).join(" ");
  return `${apt} update && ${apt} install -y --no-install-recommends ${packages}`;
}

/** @param {readonly Requirement[]} missing @param {string | undefined} command */
function explain(missing, command) {
  const how =
    command === undefined ? "Install it so that it is on the PATH; then run this again." : `Install it, and run this again:\n  ${command}`;
  return `the tests need what this machine lacks: ${namesOf(missing)}.\n${how}`;
}

/** @param {readonly Requirement[]} requirements */
function namesOf(requirements) {
  return requirements.map(({ name }) => name).join(", ");
}
