import { execFileSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { blocksOf } from "../../support/document.ts";
import { repository } from "../pulumi.ts";
import { link } from "../terminal.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder(afterAll);

test("prints a list of manifests for the fleet that the page shows", () => {
  const shown = blocksOf(readFileSync(join(repository, "docs/run-a-fleet.md"), "utf8"));
  const example = readFileSync(join(repository, "examples/fleet/fleet.mts"), "utf8");
  expect(shown.find(({ file }) => file === "fleet.mts")?.text).toBe(example);
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
