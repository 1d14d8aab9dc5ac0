import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { previewText } from "../previews.ts";
import { runHere } from "../run-here.ts";
import { canaryEnvironment } from "../../../support/canary-environment.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const printedOutput = `error: ${Object.values(canaryEnvironment).join(" ")} canary-nested canary-stored ${encodeURIComponent("canary-stored/+")} s3://me:canary-pw@host pul-0123456789abcdef0123456789abcdef01234567`;

let folder = "";
beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
  writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  for (const [name, value] of Object.entries({ ...canaryEnvironment, PATH: `${folder}:${process.env["PATH"] ?? ""}` }))
    vi.stubEnv(name, value);
});
afterEach(() => void vi.unstubAllEnvs());

/** A fake `pulumi` with a stored secret, whose other commands fail and print all secrets. */
function writeCommand(configuration: string): void {
  writeFileSync(join(folder, "output"), printedOutput);
  writeFileSync(join(folder, "config.json"), configuration);
  writeFileSync(
    join(folder, "pulumi"),
    `#!/bin/sh\n[ "$1" = config ] && cat '${folder}/config.json' && exit 0\ncat '${folder}/output' >&2\nexit 255\n`,
  );
  chmodSync(join(folder, "pulumi"), 0o755);
}

const stored = JSON.stringify({
  "resourceshare:a": { value: "canary-stored/+", secret: true },
  "x:accessKeySecret": { value: "canary-stored", secret: false },
});

// (promise P-pulumi-output)
test.each([
  [["access", "--stack"], stored],
  [["diff", "--stack"], stored],
  [["doctor", "--stack"], stored],
  [["access", "--config"], "no JSON but canary-stored"],
])("quotes the output of the Pulumi CLI without any secret: %j", async (words, configuration) => {
  writeCommand(configuration);
  const { code, out, err } = await runHere([...words, folder]);
  expect(code).not.toBe(0);
  expect(out + err).toMatch(/failed|printed something else/);
  expect(out + err).not.toContain("canary");
});

// (promise P-pulumi-output)
test("quotes the findings of a preview's policies without the secrets of the stack's configuration", async () => {
  const preview = previewText("refused.jsonl");
  writeCommand(stored);
  writeFileSync(join(folder, "preview.jsonl"), preview.replaceAll("take it out of targets", "take canary-stored/+ out of targets"));
  writeFileSync(
    join(folder, "pulumi"),
    `#!/bin/sh\n[ "$1" = config ] && cat '${folder}/config.json' && exit 0\ncat '${folder}/preview.jsonl'\nexit 255\n`,
  );
  writeFileSync(join(folder, "PulumiPolicy.yaml"), "runtime: nodejs\n");
  const { out, err } = await runHere(["diff", "--stack", folder, "--policy-pack", folder]);
  expect(out + err).toContain("out of targets");
  expect(out + err).not.toContain("canary");
});

test("reports the failed preview of a stack once", async () => {
  writeCommand(stored);
  const failed = JSON.stringify({ steps: [], diagnostics: [{ severity: "error", message: "error: no targets\n" }] });
  writeFileSync(join(folder, "output"), failed);
  writeFileSync(join(folder, "pulumi"), `#!/bin/sh\n[ "$1" = preview ] && cat '${folder}/output'\nexit 255\n`);
  expect(await runHere(["diff", "--stack", folder])).toEqual({
    code: 1,
    out: "",
    err: `resourceshare: --stack ${folder}: the preview failed: no targets; correct what it reports, and run it again\n`,
  });
});

// (promise P-pulumi-output)
test.each([
  ["a finding of a policy", "refused.jsonl", "take it out of targets", "take canary-secret out of targets"],
  ["the reason of a failure", "failed.jsonl", "", ""],
])("quotes %s in a preview of a file without the secrets of the environment", async (_, name, plain, secret) => {
  const failed = JSON.stringify({ diagnosticEvent: { severity: "error", message: "error: out of targets: canary-secret" } });
  const text = name === "failed.jsonl" ? failed : previewText(name).replaceAll(plain, secret);
  const file = join(folder, name);
  writeFileSync(file, text);
  for (const format of ["markdown", "json"]) {
    const { out, err } = await runHere(["diff", file, "--format", format]);
    expect(out + err).toContain("out of targets");
    expect(out + err).toContain("[secret]");
    expect(out + err).not.toContain("canary");
  }
});
