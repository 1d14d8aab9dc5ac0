import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { writeFiles } from "../../../../cli/adopt/files.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder = "";
const at = (...names: string[]) => join(folder, ...names);
const files = { "index.ts": "new", ".gitignore": "new" };

beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
  mkdirSync(at("elsewhere"));
  writeFileSync(at("elsewhere/precious"), "old");
});

describe("writing files", () => {
  it("creates the folder for the files of `adopt` and its parent folders", () => {
    writeFiles(at("a/b"), files, false);
    expect(readFileSync(at("a/b/index.ts"), "utf8")).toBe("new");
    expect(readdirSync(at("a/b")).toSorted()).toEqual([".gitignore", "index.ts"]);
  });

  it("reports why the folder for the files of `adopt` cannot be created", () => {
    const why = "cannot be written: no folder can be created there; choose another place";
    expect(() => writeFiles("/proc/absent/project", files, false)).toThrow(`/proc/absent/project ${why}`);
    const long = at("a".repeat(300));
    expect(() => writeFiles(long, files, false)).toThrow(`${long} cannot be written: name too long; choose another place`);
  });

  it("writes no file of `adopt` when one of the files exists, unless with --force", () => {
    mkdirSync(at("out"));
    writeFileSync(at("out/index.ts"), "old");
    expect(() => writeFiles(at("out"), files, false)).toThrow(/has index\.ts already, and nothing was written/);
    expect(readdirSync(at("out"))).toEqual(["index.ts"]);
    writeFiles(at("out"), files, true);
    expect(readFileSync(at("out/index.ts"), "utf8")).toBe("new");
    expect(readdirSync(at("out")).toSorted()).toEqual([".gitignore", "index.ts"]);
  });

  // (promise P-adopt-links)
  it.each([
    ["a file", "precious", true],
    ["nothing", "made-up", false],
    ["nothing", "made-up", true],
  ])("never writes a file of `adopt` through a link to %s (%s, forced: %s)", (_what, name, force) => {
    mkdirSync(at("out"));
    symlinkSync(at("elsewhere", name), at("out/index.ts"));
    expect(() => writeFiles(at("out"), files, force)).toThrow(/index\.ts.*nothing was written/);
    expect(readdirSync(at("elsewhere"))).toEqual(["precious"]);
    expect(readFileSync(at("elsewhere/precious"), "utf8")).toBe("old");
    expect(existsSync(at("out/.gitignore"))).toBe(false);
  });

  it.each([
    ["itself", "out"],
    ["above it", "out/deeper/still"],
  ])("never writes files of `adopt` into a folder when that folder or one above it is a link (%s)", (_which, out) => {
    symlinkSync(at("elsewhere"), at("out"));
    for (const force of [false, true]) {
      expect(() => writeFiles(at(out), files, force)).toThrow(`${at("out")} is a link, and nothing was written`);
    }
    expect(readdirSync(at("elsewhere"))).toEqual(["precious"]);
  });

  it("never writes files of `adopt` into a folder of another user, who could put a link there meanwhile", () => {
    mkdirSync(at("out"));
    const other = vi.spyOn(process, "getuid").mockReturnValue(statSync(at("out")).uid + 1);
    for (const force of [false, true]) expect(() => writeFiles(at("out"), files, force)).toThrow(`${at("out")} belongs to another user`);
    other.mockRestore();
    expect(readdirSync(at("out"))).toEqual([]);
  });

  it("makes `adopt` replace a file that has a second hard link, and leaves the other link's file unchanged", () => {
    mkdirSync(at("out"));
    linkSync(at("elsewhere/precious"), at("out/index.ts"));
    writeFiles(at("out"), files, true);
    expect(readFileSync(at("elsewhere/precious"), "utf8")).toBe("old");
    expect(readFileSync(at("out/index.ts"), "utf8")).toBe("new");
  });
});
