import { createServer } from "node:http";
import { symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { type Place, project } from "./project.ts";
import { proxyThatRefuses } from "./proxy.ts";
import { served, type Served, share } from "./fixture.ts";
import { listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

let place: Place;
let service: Served;
/** A folder with nothing but the shell, which starts the command. */
const shellOnly = temporaryFolder(afterAll);

beforeAll(async () => {
  symlinkSync("/bin/sh", join(shellOnly, "sh"));
  place = project();
  service = await served();
});
afterAll(async () => {
  place[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

const consumerOnly = JSON.stringify({ consumer: { accessKeyId: "LTAI-consumer", accessKeySecret: "secret-of-consumer" } });

const withoutKey = { ALIBABA_CLOUD_ACCESS_KEY_ID: undefined, ALIBABA_CLOUD_ACCESS_KEY_SECRET: undefined, HOME: "/nowhere" };

const examine = (words: readonly string[] = [], env: Readonly<Record<string, string | undefined>> = {}, of = service) =>
  of.run(["doctor", ...words], { cwd: place.folder, env: { ...place.env, ...env } });

test("prints one line in `doctor` and exits with 0 when everything is in order", async () => {
  const { code, out, err } = await examine();
  expect(out).toMatch(
    /^ok {7}In order: Node [\d.]+, Pulumi CLI 3\.250\.0, @pulumi\/pulumi [\d.]+, pulumi-resourceshare [\d.]+, Configuration, Endpoint, Token service, Clock, Account 1000000000000001, Region cn-hangzhou, Permissions, Directory sharing enabled, Unfinished shares, Quotas, Rate limits\n$/,
  );
  expect({ code, err }).toEqual({ code: 0, err: "0 wrong, 0 to be aware of, 15 in order.\n" });
});

test.each([
  [
    "a wrong configuration",
    { RESOURCESHARE_MAX_ATTEMPTS: "many", RESOURCESHARE_ENDPOINT: "http://example.com" },
    [
      /^problem {2}Configuration: RESOURCESHARE_MAX_ATTEMPTS must be/m,
      /^problem {2}Configuration: RESOURCESHARE_ENDPOINT must begin with https/m,
    ],
  ],
  [
    "half a key",
    { ALIBABA_CLOUD_ACCESS_KEY_SECRET: undefined },
    [/^problem {2}Configuration: ALIBABA_CLOUD_ACCESS_KEY_SECRET is missing/m],
  ],
  [
    "an unknown key",
    { ALIBABA_CLOUD_ACCESS_KEY_ID: "LTAI-unknown" },
    [/^problem {2}Account: .*the access key id is unknown/m, /check the credentials .*\n(?! +→)/],
  ],
  [
    "a misspelt region, once for all accounts in it",
    { ALIBABA_CLOUD_REGION_ID: "cn-shangai", RESOURCESHARE_ACCOUNTS: consumerOnly },
    [/^problem {2}Region: .*cn-shangai .* from ALIBABA_CLOUD_REGION_ID; did you mean cn-shanghai\?.*\n(?!.*Account)/],
  ],
  [
    "an unknown profile",
    { ...withoutKey, ALIBABA_CLOUD_PROFILE: "absent" },
    [/^problem {2}Account: ALIBABA_CLOUD_PROFILE: profile "absent" .*create it: `aliyun configure --profile absent`\n(?! +→)/m],
  ],
  ["a wrong secret", { ALIBABA_CLOUD_ACCESS_KEY_SECRET: "wrong" }, [/^problem {2}Account: .*secret does not belong to the access key id/m]],
  [
    "another account than the configured one",
    { RESOURCESHARE_ACCOUNT_ID: "1" },
    [/^problem {2}Account: the credentials belong to 1000000000000001, but RESOURCESHARE_ACCOUNT_ID names 1:/m],
  ],
  [
    "an endpoint where no process listens",
    { RESOURCESHARE_ENDPOINT: "http://127.0.0.1:1" },
    [/^problem {2}Endpoint: http:\/\/127\.0\.0\.1:1 cannot be reached: the connection was refused [^;]*\n +→ nothing listens there/m],
  ],
  [
    "missing credentials where no process listens",
    {
      RESOURCESHARE_ENDPOINT: "http://127.0.0.1:1",
      ...withoutKey,
    },
    [/^warning {2}Account: no credentials are configured/m],
  ],
  [
    "a CLI that is not installed",
    { PATH: [dirname(process.execPath), shellOnly].join(delimiter) },
    [/^problem {2}Pulumi CLI: the command `pulumi` is not on the PATH/m, /→ install 3\.220\.0 or newer/],
  ],
])("reports %s in `doctor` as a problem, with what to do about it, and exits with 1", async (_what, env, expected) => {
  const { code, out } = await examine([], env);
  for (const line of expected) expect(out).toMatch(line);
  expect(code).toBe(1);
  expect(out).not.toContain("secret-of-owner");
});

test("uses a loopback endpoint in `doctor` for the token service too, and warns when it does not support the request", async () => {
  await using other = await served();
  const both = await examine([], { RESOURCESHARE_STS_ENDPOINT: undefined }, other);
  expect(both.out).toMatch(/^ok .*, Account 1000000000000001,/m);
  const fault = { kind: "error", status: 404, code: "InvalidAction.NotFound" } as const;
  other.simulator.faults.add({ operation: "GetCallerIdentity", times: 9, fault });
  const { code, out } = await examine([], { RESOURCESHARE_STS_ENDPOINT: undefined }, other);
  expect(out).toMatch(/^warning {2}Account: not known: the token service has no GetCallerIdentity/m);
  expect(code).toBe(0);
});

test("names the action to allow for a denied read in `doctor`, as a problem only when every task needs it", async () => {
  await using other = await served();
  const account = other.simulator.world.account(demo.owner);
  account.denied.push("ListResourceShareInvitations", "CheckSharingWithResourceDirectoryStatus");
  const some = await examine([], {}, other);
  expect(some.out).toMatch(
    /^warning {2}Permissions: ListResourceShareInvitations is not allowed, which is needed for InvitationAcceptor\n.*→ allow the credentials the action resourcesharing:ListResourceShareInvitations$/m,
  );
  expect(some.out).toMatch(/^warning {2}Directory sharing: CheckSharing/m);
  expect(some.code).toBe(0);
  account.denied.push("ListResourceShares");
  const all = await examine([], {}, other);
  expect(all.out).toMatch(
    /^problem {2}Permissions: ListResourceShares is not allowed\n.*→ allow the credentials the action resourcesharing:ListResourceShares$/m,
  );
  expect(all.code).toBe(1);
});

test("checks each configured account in `doctor`, and prints problems first, and one line for the rest last", async () => {
  const { code, out } = await examine([], {
    RESOURCESHARE_ACCOUNTS: JSON.stringify({
      consumer: { accessKeyId: "LTAI-consumer", accessKeySecret: "secret-of-consumer" },
      broken: { accessKeyId: "LTAI-consumer", accessKeySecret: "x" },
    }),
  });
  expect(out).toMatch(
    /^problem {2}Account of broken:.*\nok .*, Account of consumer 2000000000000001,.* Directory sharing of consumer disabled,.*\n$/,
  );
  expect(code).toBe(1);
});

test.each([
  [-3, "warning", "3 minutes ahead of"],
  [40, "problem", "40 minutes behind"],
])("reports a clock difference of %i minutes in `doctor` as a %s", async (minutes, level, words) => {
  const server = createServer((_request, response) => {
    response.writeHead(400, { date: new Date(Date.now() + minutes * 60_000).toUTCString() }).end("{}");
  });
  await using elsewhere = await listen(server);
  const { out } = await examine([], { RESOURCESHARE_ENDPOINT: elsewhere.url });
  expect(out).toMatch(new RegExp(`^${level} +Clock: this machine is ${words} the service`, "m"));
});

// (promise P-doctor)
test("reports a create tag in `doctor` as a warning while its creation may be in progress, and as a problem afterwards", async () => {
  await using other = await served();
  await share(other.client(), { name: "young", tags: { "resourceshare:creating": "0123456789abcdef" } });
  const young = await examine([], {}, other);
  expect(young.out).toMatch(/^warning {2}Unfinished shares: share rs-000001 "young" has the create tag/m);
  expect(young.code).toBe(0);
  const old = await examine([], { RESOURCESHARE_TIMEOUT_SECONDS: "0.001" }, other);
  expect(old.out).toMatch(
    /^problem {2}Unfinished shares: .* was interrupted while it created it\n.*→ make sure that no `pulumi up` with a longer `customTimeouts\.create` is running, then run the interrupted `pulumi up` again, `--replace` included/m,
  );
  expect(old.code).toBe(1);
});

const stateOf = (...shares: readonly (readonly [id: string, name: string])[]) => ({
  version: 3,
  deployment: {
    resources: shares.map(([id, name]) => ({
      urn: `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::${name}`,
      type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare",
      id,
      inputs: { name },
      outputs: { name, regionId: "cn-hangzhou" },
    })),
    pending_operations: [
      {
        type: "creating",
        resource: {
          urn: "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/resourceshare:ResourceShare::lost",
          type: "pulumi-nodejs:dynamic/resourceshare:ResourceShare",
          inputs: { name: "lost" },
        },
      },
    ],
  },
});

// (promise P-doctor)
test("makes `doctor` report a share that no state of the project knows and that has a name of the stack", async () => {
  await using other = await served();
  const client = other.client();
  const known = await share(client, { name: "network" });
  const second = await share(client, { name: "network" });
  const lost = await share(client, { name: "lost" });
  const staging = await share(client, { name: "network" });
  await share(client, { name: "foreign" });
  place.printStacks({ dev: stateOf([known, "network"]), staging: stateOf([staging, "network"]) });
  const { code, out } = await examine(["--stack", place.folder], {}, other);
  expect(out.match(/^problem .*$/gm)?.map((line) => line.replace(/, created \S+/, ""))).toEqual([
    `problem  Lost shares: share ${second} "network" in cn-hangzhou, has a name of the stack and is in no state of its project`,
    `problem  Lost shares: share ${lost} "lost" in cn-hangzhou, has a name of the stack and is in no state of its project`,
  ]);
  expect(out).toContain(`set \`adopt: "${lost}"\` on the resource of that name`);
  expect(code).toBe(1);
});

test("checks a stack's configuration in `doctor`, and reports a secret in clear text without showing it", async () => {
  const { accessKeyId, accessKeySecret } = service.simulator.keys[0] ?? { accessKeyId: "", accessKeySecret: "" };
  place.printStacks(
    { dev: stateOf() },
    {
      "resourceshare:accessKeyId": { value: accessKeyId, secret: false },
      "resourceshare:accessKeySecret": { value: accessKeySecret, secret: false },
      "resourceshare:regoin": { value: "cn-hangzhou", secret: false },
      "resourceshare:accounts": {
        value: "{}",
        objectValue: { network: { accessKeyId: "LTAI-network", accessKeySecret: "secret-of-network" } },
        secret: true,
      },
      "shop:size": { value: "3", secret: false },
    },
  );
  const { code, out } = await examine(["--stack", place.folder], withoutKey);
  expect(out).toMatch(
    /^warning {2}Configuration: resourceshare:regoin is not a key of the configuration and has no effect; did you mean resourceshare:region\?$/m,
  );
  expect(out).toMatch(/^warning {2}Configuration: resourceshare:accessKeySecret is stored in clear text$/m);
  expect(out).toMatch(/^ok .*, Account of network 1000000000000002,/m);
  expect(out).not.toContain("secret-of");
  expect(code).toBe(0);
});

test("reports a stack in a missing folder as wrong usage of `doctor`, once", async () => {
  const missing = join(place.folder, "nonexist");
  const { code, out, err } = await examine(["--stack", missing]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err.split(missing)).toHaveLength(2);
  expect(err).toContain(`--stack ${missing} does not exist: name the folder of a Pulumi project`);
});

// (promise P-trusted-endpoints)
test("reports a stored endpoint outside the vendor's hosts as a problem in `doctor`, and calls no host", async () => {
  await using proxy = await proxyThatRefuses();
  place.printStacks({ dev: stateOf() }, { "resourceshare:endpoint": { value: "https://service.example", secret: false } });
  const env = { ...proxy.env, RESOURCESHARE_ENDPOINT: undefined };
  const { code, out } = await examine(["--stack", place.folder], env);
  expect(out).toMatch(/^problem {2}Configuration: resourceshare:endpoint leads to https:\/\/service\.example, .*add --trust-endpoints/m);
  expect({ code, hosts: proxy.hosts }).toEqual({ code: 1, hosts: [] });
  await examine(["--stack", place.folder, "--trust-endpoints"], env);
  expect(proxy.hosts).toContain("service.example:443");
});

// (promise P-state-code)
test("reports foreign code in a state in `doctor` as a problem of this package's resources and as a warning of others", async () => {
  const resource = (type: string, __provider: string) => ({
    urn: `urn:pulumi:dev::shop::${type}::one`,
    type,
    id: "1",
    inputs: { __provider },
    outputs: {},
  });
  const evil = "exports.handler=()=>{}";
  const state = {
    version: 3,
    deployment: {
      resources: [
        resource("pulumi-nodejs:dynamic/resourceshare:ShareTags", evil),
        resource("pulumi-nodejs:dynamic:Resource", evil),
        { ...resource("pulumi:providers:resourceshare", ""), inputs: { pluginDownloadURL: "https://plugins.example/x" } },
      ],
    },
  };
  place.printStacks({ dev: state });
  const { code, out } = await examine(["--stack", place.folder]);
  expect(out).toMatch(/^problem {2}Provider code: `__provider` of ShareTags one is not what this package writes, .* runs it$/m);
  expect(out).toMatch(/^warning {2}Provider code: the states hold code of other dynamic resources, .*: Resource one$/m);
  expect(out).toMatch(
    /^warning {2}Provider code: `pulumi` downloads the plugin of .*one from https:\/\/plugins\.example\/x, and runs it$/m,
  );
  expect(code).toBe(1);
});
