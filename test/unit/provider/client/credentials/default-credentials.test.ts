import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Credentials, CredentialsSource } from "../../../../../provider/client/pipeline/call.ts";
import { libraryCredentials, type CredentialsDependencies } from "../../../../../provider/client/credentials/default-credentials.ts";
import { VirtualClock } from "../../../../../provider/kernel/clock.ts";

describe("the default credential chain", () => {
  let home = "";
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "resourceshare-"));
    await mkdir(join(home, ".aliyun"));
    await mkdir(join(home, ".alibabacloud"));
    const profiles = [{ name: "file", mode: "AK", access_key_id: "file-id", access_key_secret: "file-secret" }];
    await writeFile(join(home, ".aliyun", "config.json"), JSON.stringify({ current: "file", profiles }));
    await writeFile(
      join(home, ".alibabacloud", "credentials"),
      "[ini]\ntype = access_key\naccess_key_id = ini-id\naccess_key_secret = ini-secret\n",
    );
  });
  afterAll(() => rm(home, { recursive: true }));

  type Source = (parts: CredentialsDependencies) => CredentialsSource;
  const shown = ({ accessKeyId, accessKeySecret }: Credentials) => `${accessKeyId} ${accessKeySecret.open()}`;

  /** The credentials found with this environment and home folder. */
  const found = async (source: Source, { HOME = home, ...environment }: Record<string, string> = {}): Promise<string> => {
    for (const [name, value] of Object.entries({ ALIBABA_CLOUD_ECS_METADATA_DISABLED: "true", ...environment })) vi.stubEnv(name, value);
    vi.spyOn(os, "homedir").mockReturnValue(HOME);
    const ask = source({ property: "accessKeyId", clock: new VirtualClock() });
    const [one, two] = await Promise.all([ask(), ask()].map((answer) => answer.then(shown, String)));
    expect(one).toBe(two);
    return one ?? "";
  };
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const profile =
    (name: string | undefined): Source =>
    (parts) =>
      libraryCredentials(name, parts);
  const chain = profile(undefined);

  it("finds the current credentials profile of the real home in a separate process", async () => {
    const at = (file: string) => JSON.stringify(new URL(`../../../../../provider/${file}`, import.meta.url).href);
    const program = `
      const { libraryCredentials } = await import(${at("client/credentials/default-credentials.ts")});
      const { systemClock } = await import(${at("kernel/clock.ts")});
      const { accessKeyId } = await libraryCredentials(undefined, { property: "accessKeyId", clock: systemClock })();
      console.log(accessKeyId);
    `;
    const env = { HOME: home, PATH: process.env.PATH ?? "", ALIBABA_CLOUD_ECS_METADATA_DISABLED: "true" };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env });
    expect(stdout.trim()).toBe("file-id");
  });

  it.each([
    ["file", "file-id file-secret"],
    ["ini", "ini-id ini-secret"],
  ])("finds the credentials profile %s in the file that has it", async (name, credentials) => {
    expect(await found(profile(name))).toBe(credentials);
  });

  it("names a credentials profile that no file has", async () => {
    expect(await found(profile("other"))).toMatch(
      /^InputError: accessKeyId: profile "other" of .*there is no profile of that name; check the name, or create it: `aliyun configure --profile other`$/,
    );
  });

  it("says how to create a credentials profile where neither file exists", async () => {
    expect(await found(profile("other"), { HOME: join(home, "missing") })).toBe(
      'InputError: accessKeyId: profile "other" of ~/.aliyun/config.json, or of ~/.alibabacloud/credentials, gave no credentials: neither file exists; create it: `aliyun configure --profile other`',
    );
  });

  it("reports what to set when the default credential chain finds no credentials", async () => {
    const message = await found(chain, { HOME: join(home, "missing") });
    expect(message).toMatch(
      /no credentials were found; set ALIBABA_CLOUD_ACCESS_KEY_ID and ALIBABA_CLOUD_ACCESS_KEY_SECRET, or name a profile/,
    );
    expect(message.length).toBeLessThan(200);
  });

  // (promise P-certificates)
  it("contacts no host for credentials while certificates are not verified, with and without a profile", async () => {
    for (const source of [chain, profile("file")]) {
      expect(await found(source, { NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toMatch(/^InputError: NODE_TLS_REJECT_UNAUTHORIZED: is 0/);
    }
  });

  it("prefers credentials of the environment and reads them again after a minute, not before", async () => {
    vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_ID", "one");
    vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_SECRET", "secret-1");
    vi.stubEnv("ALIBABA_CLOUD_SECURITY_TOKEN", "token-1");
    const clock = new VirtualClock();
    const ask = libraryCredentials(undefined, { property: "accessKeyId", clock });
    expect((await ask()).securityToken?.open()).toBe("token-1");
    vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_ID", "two");
    vi.stubEnv("ALIBABA_CLOUD_SECURITY_TOKEN", undefined);
    clock.advance(59_999);
    expect(await ask()).toMatchObject({ accessKeyId: "one" });
    clock.advance(1);
    const second = await ask();
    expect(second).toMatchObject({ accessKeyId: "two" });
    expect(second).not.toHaveProperty("securityToken");
  });

  // (promise P-errors)
  it("never quotes a credentials file that it cannot read", async () => {
    const broken = join(home, "broken");
    await mkdir(join(broken, ".aliyun"), { recursive: true });
    await writeFile(join(broken, ".aliyun", "config.json"), '{"access_key_secret": "canary-secret"');
    const message = await found(profile("file"), { HOME: broken });
    expect(message).toContain("the file is not JSON");
    expect(message).not.toContain("canary");
  });
});
