import { expect, onTestFinished, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { served, share as shareAt } from "../fixture.ts";
import { project } from "../project.ts";

// The check uses the account of the client only.

test("searches for the shares of an explicit provider in `doctor` with its decrypted credentials", async () => {
  await using service = await served();
  const place = project();
  onTestFinished(() => place[Symbol.dispose]());
  const lost = await shareAt(service.client(demo.network), { name: "network" });
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.network) ?? {};
  const envelope = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };
  const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::explicit";
  const stateWith = (secret: (text: string | undefined) => object) => ({
    version: 3,
    deployment: {
      resources: [
        {
          urn: provider,
          type: "pulumi:providers:resourceshare",
          id: "p1",
          inputs: {
            accessKeyId: secret(accessKeyId),
            accessKeySecret: secret(accessKeySecret),
            endpoint: service.url,
            stsEndpoint: service.url,
          },
        },
        {
          urn: "urn:pulumi:dev::shop::resourceshare:index:ResourceShare::network",
          type: "resourceshare:index:ResourceShare",
          id: "rs-999999",
          provider: `${provider}::p1`,
          inputs: { name: "network" },
          outputs: { name: "network", regionId: "cn-hangzhou" },
        },
      ],
    },
  });
  place.print(
    "stack export",
    stateWith(() => ({ ...envelope, ciphertext: "v1:abc" })),
  );
  place.print(
    "stack export --show-secrets",
    stateWith((text) => ({ ...envelope, plaintext: JSON.stringify(text) })),
  );
  place.print("stack ls --json", [{ name: "dev", current: true }]);
  const owner = service.environment();
  place.print("config --json --show-secrets", {
    "resourceshare:accessKeyId": { value: owner["ALIBABA_CLOUD_ACCESS_KEY_ID"], secret: true },
    "resourceshare:accessKeySecret": { value: owner["ALIBABA_CLOUD_ACCESS_KEY_SECRET"], secret: true },
  });
  const env = { ...place.env, ALIBABA_CLOUD_ACCESS_KEY_ID: undefined, ALIBABA_CLOUD_ACCESS_KEY_SECRET: undefined };
  const { out } = await service.run(["doctor", "--stack", place.folder], { cwd: place.folder, env });
  expect(out).toMatch(new RegExp(`^problem {2}Lost shares: share ${lost} "network"`, "m"));
  expect(out).toMatch(/^problem {2}Missing shares: share rs-999999 of the stack does not exist any more in cn-hangzhou\n.*pulumi refresh/m);
  expect(out).toMatch(/^ok +In order: .*, Binding plugin, /m);
  expect(out).not.toContain(String(accessKeySecret));
});

test("reports in `doctor` a share that two stacks of a project manage, and none that a stack only looks up", async () => {
  await using service = await served();
  using place = project();
  const ids = [await shareAt(service.client(), { name: "one" }), await shareAt(service.client(), { name: "two" })];
  const type = "resourceshare:index:ResourceShare";
  const stateOf = (stack: string, ...external: readonly boolean[]) => ({
    version: 3,
    deployment: {
      resources: ids.map((id, index) => ({
        urn: `urn:pulumi:${stack}::shop::${type}::${id}`,
        type,
        id,
        external: external[index],
        inputs: {},
        outputs: {},
      })),
    },
  });
  place.printStacks({ dev: stateOf("dev", false, false), prod: stateOf("prod", false, true) });
  const { code, out } = await service.run(["doctor", "--stack", place.folder], { cwd: place.folder, env: place.env });
  expect(out.match(/^problem {2}Managed twice.*$/gm)).toEqual([
    `problem  Managed twice: share ${ids[0]} is in the states of the stacks dev, prod: each may delete it`,
  ]);
  expect(code).toBe(1);
});

test("reports credentials of another account than the state's in `doctor`, once, and no missing share", async () => {
  await using service = await served();
  using place = project();
  const id = await shareAt(service.client(), { name: "network" });
  const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
  const resources = ["cn-hangzhou", "cn-beijing"].map((regionId) => ({
    urn: `urn:pulumi:dev::shop::${type}::${regionId}`,
    type,
    id: regionId === "cn-hangzhou" ? id : "rs-999999",
    inputs: { name: "network" },
    outputs: { name: "network", regionId, accountId: demo.owner, owner: demo.owner },
  }));
  place.printStacks({ dev: { version: 3, deployment: { resources } } });
  const env = { ...place.env, ...service.environment(demo.network) };
  const { code, out } = await service.run(["doctor", "--stack", place.folder], { cwd: place.folder, env });
  expect(out).toMatch(
    new RegExp(
      `^problem {2}Account: shares of the stack are managed from account ${demo.owner}, ` +
        `but the credentials from ALIBABA_CLOUD_ACCESS_KEY_ID belong to account ${demo.network}\n +→ use credentials of ${demo.owner}`,
    ),
  );
  expect(out.match(/^problem/gm)).toHaveLength(1);
  expect(out).not.toMatch(/Lost shares|Missing shares|In order: .*Account/);
  expect(code).toBe(1);
});

test("uses the `accounts` of an explicit provider in `doctor` as Python writes them", async () => {
  await using service = await served();
  using place = project();
  const lost = await shareAt(service.client(demo.network), { name: "network" });
  const { accessKeyId, accessKeySecret } = service.simulator.keys.find(({ accountId }) => accountId === demo.network) ?? {};
  const accounts = { other: { access_key_id: accessKeyId, access_key_secret: accessKeySecret } };
  const provider = "urn:pulumi:dev::shop::pulumi:providers:resourceshare::explicit";
  const resources = [
    { urn: provider, type: "pulumi:providers:resourceshare", id: "p1", inputs: { accounts: JSON.stringify(accounts) } },
    {
      urn: "urn:pulumi:dev::shop::resourceshare:index:ResourceShare::network",
      type: "resourceshare:index:ResourceShare",
      id: "rs-999999",
      provider: `${provider}::p1`,
      inputs: { name: "network", account: "other" },
      outputs: { name: "network", account: "other", regionId: "cn-hangzhou" },
    },
  ];
  place.printStacks({ dev: { version: 3, deployment: { resources } } });
  const { out } = await service.run(["doctor", "--stack", place.folder], { cwd: place.folder, env: place.env });
  expect(out).toMatch(new RegExp(`^problem {2}Lost shares of other: share ${lost} "network"`, "m"));
});
