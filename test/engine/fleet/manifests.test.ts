import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { blocksOf } from "../../support/document.ts";
import { repository } from "../pulumi.ts";
import { link } from "../terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "resourceshare-manifests-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("prints a list of manifests, as the page shows", () => {
  const shown = blocksOf(readFileSync(join(repository, "docs/run-a-fleet.md"), "utf8"));
  for (const name of ["manifests.mjs", "fleet.mts"])
    expect(shown.find(({ file }) => file === name)?.text).toBe(readFileSync(join(repository, "examples/fleet", name), "utf8"));
  cpSync(join(repository, "examples/fleet"), folder, { recursive: true });
  link(repository, join(folder, "node_modules/pulumi-resourceshare"));
  const list: unknown = JSON.parse(execFileSync("node", ["manifests.mjs"], { cwd: folder, encoding: "utf8" }));
  expect(list).toMatchObject({
    apiVersion: "v1",
    kind: "List",
    items: [
      { metadata: { name: "share-cn-hangzhou" }, spec: { repoDir: "owner" } },
      { metadata: { name: "share-cn-beijing" }, spec: { repoDir: "owner" } },
      { metadata: { name: "accept-consumer-cn-hangzhou" }, spec: { prerequisites: [{ name: "share-cn-hangzhou" }] } },
      { metadata: { name: "accept-consumer-cn-beijing" }, spec: { prerequisites: [{ name: "share-cn-beijing" }] } },
    ],
  });
});
