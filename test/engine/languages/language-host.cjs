"use strict";

/**
 * Runs Python and Go programs where the machine has no language host of Pulumi's own: `language-host.cjs LANGUAGE … ENGINE`.
 * It runs programs as Pulumi's hosts do, and does nothing else: no installation, no code generation, no plugins in these languages.
 */

const { join } = require("node:path");
const { outcome, start } = require("../../../scripts/setup/language-host/child-processes.cjs");
const { serveLanguage } = require("../../../scripts/setup/language-host/server.cjs");

/** @typedef {import("../../../scripts/setup/language-host/server.cjs").ProgramStart} ProgramStart */

/** Runs a program with the Python of its virtual environment. @param {ProgramStart} start */
const startPython = ({ request, program, options, engineAddress, env }) => {
  const { virtualenv } = options;
  const flags = {
    monitor: request.getMonitorAddress(),
    engine: engineAddress,
    organization: request.getOrganization(),
    project: request.getProject(),
    root_directory: program.getRootDirectory(),
    stack: request.getStack(),
    pwd: program.getProgramDirectory(),
    parallel: String(request.getParallel()),
    dry_run: String(request.getDryrun()),
  };
  return start(
    [
      process.argv[3] ?? "",
      ...Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value])),
      program.getEntryPoint(),
      ...request.getArgsList(),
    ],
    { command: virtualenv === undefined ? "python3" : join(program.getRootDirectory(), String(virtualenv), "bin/python"), env },
  );
};

/** Compiles a program and runs it. Go does nothing when the executable is up to date. @param {ProgramStart} start */
const startGo = async ({ request, program, engineAddress, env }) => {
  const cwd = program.getProgramDirectory();
  const executable = join(cwd, "bin/program");
  const build = start(["build", "-o", executable, "."], { command: "go", cwd });
  build.stderr.pipe(process.stderr, { end: false });
  if ((await outcome(build)).code !== 0) throw new Error(`go build failed in ${cwd}`);
  return start(request.getArgsList(), {
    command: executable,
    cwd,
    env: {
      ...env,
      PULUMI_MONITOR: request.getMonitorAddress(),
      PULUMI_ENGINE: engineAddress,
      PULUMI_ORGANIZATION: request.getOrganization(),
      PULUMI_PROJECT: request.getProject(),
      PULUMI_ROOT_DIRECTORY: program.getRootDirectory(),
      PULUMI_STACK: request.getStack(),
      PULUMI_PARALLEL: String(request.getParallel()),
      PULUMI_DRY_RUN: String(request.getDryrun()),
    },
  });
};

const name = process.argv[2] ?? "";
serveLanguage({ name, version: "0.0.0", startProgram: name === "python" ? startPython : startGo });
