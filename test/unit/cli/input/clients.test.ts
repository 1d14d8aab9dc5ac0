import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Place, project } from "../project.ts";
import { proxyThatRefuses } from "../proxy.ts";
import { runCommand, type Ended } from "../fixture.ts";

let place: Place;
let proxy: Awaited<ReturnType<typeof proxyThatRefuses>>;

beforeAll(async () => {
  place = project();
  place.print("stack export", { version: 3, deployment: { resources: [] } });
  place.print("stack ls --json", []);
  proxy = await proxyThatRefuses();
});
afterAll(async () => {
  place[Symbol.dispose]();
  await proxy[Symbol.asyncDispose]();
});
beforeEach(() => void (proxy.hosts.length = 0));

const key = {
  ALIBABA_CLOUD_ACCESS_KEY_ID: "env-id",
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: "env-secret",
  ALIBABA_CLOUD_SECURITY_TOKEN: "env-token",
};

/** Runs a command on a project with these stored values. */
function run(
  words: readonly string[],
  stored: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>> = key,
): Promise<Ended> {
  const entries = Object.entries(stored).map(([name, value]) => [
    `resourceshare:${name}`,
    typeof value === "string" ? { value, secret: false } : { value: JSON.stringify(value), objectValue: value, secret: false },
  ]);
  place.print("config --json --show-secrets", Object.fromEntries(entries));
  // Excludes profiles and roles of the machine that runs the test.
  const own = { HOME: place.folder, ALIBABA_CLOUD_ECS_METADATA_DISABLED: "true" };
  return runCommand(words, { cwd: place.folder, input: "", env: { ...place.env, ...proxy.env, ...own, ...env } });
}

const foreign = { endpoint: "https://service.example", accountId: undefined };

describe("a project whose stored endpoint is foreign", () => {
  const commands = [
    ["access --config", ["access", "--config", "."]],
    ["adopt --config", ["adopt", "--config", "."]],
    ["diff --live --stack", ["diff", "--live", "--stack", "."]],
  ] as const;

  // (promise P-trusted-endpoints)
  it.each(commands)(
    "rejects a stored foreign endpoint in %s with the environment's key and names the option that allows it",
    async (_name, words) => {
      const { code, out, err } = await run(words, foreign);
      expect({ code, out, hosts: proxy.hosts }).toEqual({ code: 1, out: "", hosts: [] });
      expect(err).toMatch(/endpoint: leads to https:\/\/service\.example, .*nothing was sent\. .*add --trust-endpoints/);
    },
  );

  it.each(commands.slice(0, 2))("calls a stored foreign endpoint in %s with --trust-endpoints", async (_name, words) => {
    await run([...words, "--trust-endpoints"], foreign);
    expect(proxy.hosts).toContain("service.example:443");
  });

  it("does not run the program for diff --live --stack when the stored endpoint is foreign", async () => {
    const ran = join(place.folder, "ran");
    const cli = join(place.folder, "pulumi");
    const before = readFileSync(cli, "utf8");
    writeFileSync(cli, before.replace("#!/bin/sh\n", `#!/bin/sh\n[ "$1" = preview ] && touch "${ran}"\n`));
    await run(["diff", "--live", "--stack", "."], foreign);
    expect(existsSync(ran)).toBe(false);
    await run(["diff", "--live", "--stack", ".", "--trust-endpoints"], foreign);
    expect(existsSync(ran)).toBe(true);
    writeFileSync(cli, before);
  });

  it("calls a stored foreign endpoint with the key that the project stores itself", async () => {
    await run(["access", "--config", "."], { ...foreign, accessKeyId: "stored-id", accessKeySecret: "stored-secret" }, {});
    expect(proxy.hosts).toContain("service.example:443");
  });
});

it("accepts the vendor's endpoint of another region from a project", async () => {
  await run(["access", "--config", "."], { endpoint: "https://resourcesharing.cn-shanghai.aliyuncs.com" });
  expect(proxy.hosts).toContain("resourcesharing.cn-shanghai.aliyuncs.com:443");
});
