import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const program = join(import.meta.dirname, "../../..", packageJson.bin.resourceshare);
const folder = temporaryFolder(afterAll);

const type = "pulumi-nodejs:dynamic/resourceshare:ShareAssociation";
const step = {
  op: "create",
  urn: `urn:pulumi:dev::shop::${type}::more`,
  newState: { type, inputs: { shareId: "rs-1", targets: ["fd-1"] } },
};
const preview = join(folder, "preview.json");
writeFileSync(preview, JSON.stringify({ steps: [step], changeSummary: { create: 1 } }));

/** Runs a command against a service that never answers, and presses Ctrl-C at the first call. */
async function interrupted(words: readonly string[]) {
  const service = createServer();
  await using listening = await listen(service);
  const { url } = listening;
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      RESOURCESHARE_ENDPOINT: url,
      RESOURCESHARE_STS_ENDPOINT: url,
      ALIBABA_CLOUD_ACCESS_KEY_ID: "id",
      ALIBABA_CLOUD_ACCESS_KEY_SECRET: "secret",
    },
  });
  service.on("request", () => child.kill("SIGINT"));
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (messages += text));
  const [code] = (await once(child, "close")) as [number | null];
  service.closeAllConnections();
  return { code, messages };
}

test.each([
  ["access", []],
  ["diff", [preview, "--live"]],
  ["adopt", []],
  ["doctor", []],
])("ends `%s` at the first Ctrl-C with one line and the exit code of a shell", async (name, words) => {
  expect(await interrupted([name, ...words])).toEqual({ code: 130, messages: "resourceshare: interrupted\n" });
});

const external = {
  op: "create",
  urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::edge",
  newState: {
    type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare",
    inputs: { name: "edge", allowExternalTargets: true, resources: [{ id: "vsw-1", type: "VSwitch" }], targets: ["2000000000000001"] },
  },
};

test.each([["stdout"], ["stderr"]] as const)(
  "exits with the code of a failed check when the process that reads %s has ended",
  async (name) => {
    const file = join(folder, `external-${name}.json`);
    writeFileSync(file, JSON.stringify({ steps: [external], changeSummary: { create: 1 } }));
    const child = spawn(process.execPath, [program, "diff", file, "--fail-on", "external"], { cwd: folder, env: { HOME: folder } });
    child[name].destroy();
    for (const stream of [child.stdout, child.stderr]) stream.resume();
    expect(await once(child, "exit")).toEqual([3, null]);
  },
);
