import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { installLanguageHost } from "../../../../../scripts/setup/language-host/install.mjs";
import { REPOSITORY } from "../../../../../scripts/setup/paths.mjs";
import { endGroup, useSandbox } from "../sandbox.ts";

const machine = useSandbox(() => ({ PATH: process.env["PATH"] }));

beforeEach(() => void machine.program("cache/pulumi-3.250.0/bin/pulumi", "echo v3.250.0"));

const bin = () => join(machine.cache, "pulumi-3.250.0", "bin");

const provide = (source: "PATH" | "cache" = "cache") =>
  installLanguageHost({ root: REPOSITORY, cache: machine.cache, pulumi: { path: join(bin(), "pulumi"), version: "3.250.0", source } });

test("installs a language host for a built CLI that starts without this checkout", async () => {
  provide();
  machine.program("bin/node", "echo v20.20.2"); // too old: the Node in the cache folder is used
  const host = spawn(join(bin(), "pulumi-language-nodejs"), ["127.0.0.1:1"], {
    cwd: machine.root,
    env: { PATH: machine.shellPath },
    detached: true,
  });
  onTestFinished(() => endGroup(host));
  const port = await new Promise<string>((resolve) => host.stdout.once("data", (line) => resolve(String(line))));
  expect(Number(port)).toBeGreaterThan(0);
  host.stdin.end();
  expect(await new Promise((resolve) => host.once("exit", resolve))).toBe(0);
});

test("starts the dynamic provider of the program's own SDK", () => {
  provide();
  machine.file("program/node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js", 'console.log("served on", process.argv[2])');
  const output = execFileSync(join(bin(), "pulumi-resource-pulumi-nodejs"), ["127.0.0.1:1"], {
    cwd: join(machine.root, "program"),
    encoding: "utf8",
  });
  expect(output).toBe("served on 127.0.0.1:1\n");
});

test("keeps an installed language host unchanged", () => {
  provide();
  const before = readdirSync(machine.cache, { recursive: true });
  const written = statSync(join(bin(), "pulumi-language-nodejs")).mtimeMs;
  provide();
  expect(readdirSync(machine.cache, { recursive: true })).toEqual(before);
  expect(statSync(join(bin(), "pulumi-language-nodejs")).mtimeMs).toBe(written);
});

test("keeps the vendor's language host", () => {
  const vendors = machine.program("cache/pulumi-3.250.0/bin/pulumi-language-nodejs", "echo vendor");
  provide();
  expect(readFileSync(vendors, "utf8")).toContain("echo vendor");
});

test("installs nothing beside a CLI of the machine", () => {
  provide("PATH");
  expect(existsSync(join(bin(), "pulumi-language-nodejs"))).toBe(false);
});
