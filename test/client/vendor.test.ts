import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os, { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect, promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { DeleteResourceShare } from "../../provider/api/shares.ts";
import { type Credentials, type CredentialsSource, givenCredentials } from "../../provider/client/credentials.ts";
import { chainCredentials, profileCredentials, roleCredentials, type VendorParts } from "../../provider/client/vendor.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { InputError, TransportError } from "../../provider/kernel/errors.ts";
import { Secret } from "../../provider/kernel/secret.ts";
import type { HttpResponse } from "../../provider/wire/transport.ts";
import { clientOf, key, ok, parametersOf, refusal, rejection, service } from "./fixture.ts";

const assumed = () => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    Credentials: {
      AccessKeyId: "STS.1",
      AccessKeySecret: "role-secret",
      SecurityToken: "role-token",
      Expiration: new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, ""),
    },
  }),
});

function tokenService(answer: () => HttpResponse | Promise<HttpResponse> = assumed) {
  const sts = service(answer);
  const clock = new VirtualClock();
  const role = {
    roleArn: "acs:ram::222:role/share",
    externalId: "x y",
    base: givenCredentials(key),
    region: "cn-hangzhou",
    stsEndpoint: "http://127.0.0.1:4011",
  };
  return { ...sts, clock, source: roleCredentials(role, { property: "accounts.consumer", clock, transport: sts.transport }) };
}

describe("a role", () => {
  it("is assumed once for all who ask at the same time, at the configured token service", async () => {
    const { source, requests } = tokenService();
    const [first, second] = await Promise.all([source(), source()]);
    expect(first).toBe(second);
    expect(first).toMatchObject({ accessKeyId: "STS.1" });
    expect([first?.accessKeySecret.open(), first?.securityToken?.open()]).toEqual(["role-secret", "role-token"]);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.url).toMatch(/^http:\/\/127\.0\.0\.1:4011\/\?.*Action=AssumeRole/);
    expect(Object.fromEntries(new URLSearchParams(requests[0]?.body))).toMatchObject({
      RoleArn: "acs:ram::222:role/share",
      ExternalId: "x y",
      RoleSessionName: "pulumi-resourceshare",
    });
  });

  it("is asked for again by the vendor's library only when it ends soon", async () => {
    const { source, requests, clock } = tokenService();
    await source();
    clock.advance(120_000);
    await source();
    expect(requests).toHaveLength(1);
  });

  it("that is refused is an InputError which names the role and the code, and nothing else of the answer", async () => {
    const { source } = tokenService(() => refusal(403, "NoPermission", "canary-secret/+= LTAI-canary-id"));
    const error = await rejection(source());
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toBe(
      "InputError: accounts.consumer: the role acs:ram::222:role/share cannot be assumed: the service answered NoPermission",
    );
    expect(inspect(error, { depth: 10 })).not.toContain("canary");
  });

  it("can be assumed after a failure", async () => {
    let fails = true;
    const { source } = tokenService(() => (fails ? refusal(403, "NoPermission") : assumed()));
    await rejection(source());
    fails = false;
    await expect(source()).resolves.toMatchObject({ accessKeyId: "STS.1" });
  });

  it.each([
    ["gives no answer", () => Promise.reject(new Error("reset"))],
    ["fails", () => refusal(503, "ServiceUnavailable")],
    ["fails for whatever reason", () => refusal(500, "InternalError")],
    ["has too much to do", () => refusal(429, "Throttling")],
  ])("whose token service %s holds a call up, and does it no harm", async (_name, answer) => {
    const { source, clock, requests } = tokenService(answer);
    const target = service(() => ok());
    const error = await rejection(
      clientOf(target.transport, { credentials: source, clock }).call(DeleteResourceShare, { ResourceShareId: "rs-1" }),
    );
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ ambiguous: false });
    expect(requests).toHaveLength(5);
    expect(target.requests).toHaveLength(0);
  });
});

describe("the base of a role", () => {
  const assume = async (base: Credentials, externalId?: string) => {
    const sts = service(assumed);
    const role = { roleArn: "acs:ram::222:role/share", externalId, base: givenCredentials(base), region: "cn-hangzhou" };
    const parts = { property: "accounts.consumer", clock: new VirtualClock(), transport: sts.transport };
    await roleCredentials({ ...role, stsEndpoint: "http://127.0.0.1:4011" }, parts)();
    return sts.requests.map((request) => ({ ...parametersOf(request), ...Object.fromEntries(new URLSearchParams(request.body)) }));
  };

  it("signs with its own key, and with its token where it has one", async () => {
    expect(await assume(key)).toMatchObject([{ AccessKeyId: key.accessKeyId }]);
    expect((await assume(key))[0]).not.toHaveProperty("SecurityToken");
    expect(await assume({ ...key, securityToken: new Secret("base-token") })).toMatchObject([{ SecurityToken: "base-token" }]);
  });

  it("names no external id that nobody gave", async () => {
    expect((await assume(key))[0]).not.toHaveProperty("ExternalId");
  });

  it("passes on what is wrong with the way to the token service", async () => {
    const problem = InputError.of("HTTPS_PROXY", "must be the URL of a proxy");
    const { source } = tokenService(() => Promise.reject(problem));
    expect(await rejection(source())).toBe(problem);
  });
});

describe("the vendor's chain", () => {
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

  type Source = (parts: VendorParts) => CredentialsSource;
  const shown = ({ accessKeyId, accessKeySecret }: Credentials) => `${accessKeyId} ${accessKeySecret.open()}`;

  /** What is found with such an environment and such a home. */
  const found = async (source: Source, { HOME = home, ...environment }: Record<string, string> = {}): Promise<string> => {
    for (const [name, value] of Object.entries({ ALIBABA_CLOUD_ECS_METADATA_DISABLED: "true", ...environment })) vi.stubEnv(name, value);
    vi.spyOn(os, "homedir").mockReturnValue(HOME);
    const ask = source({ property: "accessKeyId", clock: new VirtualClock(), transport: () => Promise.reject(new Error("no network")) });
    const [one, two] = await Promise.all([ask(), ask()].map((answer) => answer.then(shown, String)));
    expect(one).toBe(two);
    return one ?? "";
  };
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  const profile =
    (name: string): Source =>
    (parts) =>
      profileCredentials(name, parts);

  it("finds the current profile of the real home in a process of its own", async () => {
    const at = (file: string) => JSON.stringify(new URL(`../../provider/${file}`, import.meta.url).href);
    const program = `
      const { chainCredentials } = await import(${at("client/vendor.ts")});
      const { systemClock } = await import(${at("kernel/clock.ts")});
      const { accessKeyId } = await chainCredentials({ property: "accessKeyId", clock: systemClock })();
      console.log(accessKeyId);
    `;
    const env = { HOME: home, PATH: process.env.PATH ?? "", ALIBABA_CLOUD_ECS_METADATA_DISABLED: "true" };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], { env });
    expect(stdout.trim()).toBe("file-id");
  });

  it("finds the current profile of the vendor's file", async () => {
    expect(await found(chainCredentials)).toBe("file-id file-secret");
  });

  it.each([
    ["file", "file-id file-secret"],
    ["ini", "ini-id ini-secret"],
  ])("finds the profile %s in the file that has it", async (name, credentials) => {
    expect(await found(profile(name))).toBe(credentials);
  });

  it("says which profile is missing", async () => {
    expect(await found(profile("other"))).toMatch(/^InputError: accessKeyId: profile "other" of .*there is no profile of that name$/);
  });

  it("says what was looked for when there is nothing", async () => {
    const message = await found(chainCredentials, { HOME: join(home, "nobody") });
    for (const place of [
      "ALIBABA_CLOUD_ACCESS_KEY_ID",
      "accessKeyId",
      "OIDC",
      "~/.aliyun/config.json",
      "instance",
      "ALIBABA_CLOUD_CREDENTIALS_URI",
    ]) {
      expect(message).toContain(place);
    }
  });

  // (promise P-certificates)
  it("asks nobody while certificates are not verified, nor does a profile", async () => {
    for (const source of [chainCredentials, profile("file")]) {
      expect(await found(source, { NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toMatch(/^InputError: NODE_TLS_REJECT_UNAUTHORIZED: is 0/);
    }
  });

  it("prefers the environment, is asked again after a minute, and not before", async () => {
    vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_ID", "one");
    vi.stubEnv("ALIBABA_CLOUD_ACCESS_KEY_SECRET", "secret-1");
    vi.stubEnv("ALIBABA_CLOUD_SECURITY_TOKEN", "token-1");
    const clock = new VirtualClock();
    const ask = chainCredentials({ property: "accessKeyId", clock, transport: () => Promise.reject(new Error("no network")) });
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
  it("never quotes a file that it cannot read", async () => {
    const broken = join(home, "broken");
    await mkdir(join(broken, ".aliyun"), { recursive: true });
    await writeFile(join(broken, ".aliyun", "config.json"), '{"access_key_secret": "canary-secret"');
    const message = await found(profile("file"), { HOME: broken });
    expect(message).toContain("the file is not JSON");
    expect(message).not.toContain("canary");
  });
});
