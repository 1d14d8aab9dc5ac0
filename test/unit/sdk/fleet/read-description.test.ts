import { describe, expect, test } from "vitest";
import { InputError } from "../../../../provider/kernel/errors.ts";
import type { FleetDescription } from "../../../../sdk/fleet/description.ts";
import { readDescription } from "../../../../sdk/fleet/read-description.ts";

const accounts = { owner: { id: "1000000000000001" }, consumer: { id: "2000000000000001" }, partner: { id: "3000000000000001" } };
const regions = ["cn-hangzhou", "cn-beijing"];
const description: FleetDescription = {
  name: "network",
  accounts,
  stacks: [
    { name: "share-{region}", program: "./owner", accounts: ["owner"], regions },
    {
      name: "accept-{account}-{region}",
      program: "./acceptor",
      accounts: ["consumer", "partner"],
      regions,
      dependsOn: ["share-{region}"],
      config: { "acceptor:share": "edge-{region}", "resourceshare:maxAttempts": 3, list: ["{account}"] },
    },
  ],
};

/** A description that differs from the valid one in some members. */
function failuresOf(changes: Readonly<Record<string, unknown>>): string[] {
  try {
    readDescription({ ...description, ...changes }, "/fleet");
  } catch (error) {
    if (error instanceof InputError) return error.failures.map(({ property, reason }) => `${property}: ${reason}`);
    throw error;
  }
  return [];
}

/** A description whose only stack differs from a valid one in some members. */
function stackFailuresOf(changes: Readonly<Record<string, unknown>>): string[] {
  return failuresOf({ stacks: [{ ...description.stacks[0], ...changes }] });
}

test("says what to write in place of a number in quotes, a misspelt source of a secret and an empty name of a fleet", () => {
  expect([...stackFailuresOf({ wave: "2", environment: { TOKEN: { envs: "A" } } }), ...failuresOf({ name: "" })]).toEqual([
    "stacks[0].wave: must be a whole number: write it without quotes",
    "stacks[0].environment.TOKEN: must be { env: NAME } or { file: PATH }, not { envs }",
    "name: must be 1 to 100 letters, digits, hyphens, underscores and periods",
  ]);
});

describe("a valid description", () => {
  test("overrides the fleet's values in a description by those of the account, and these by those of the stack", () => {
    const { stacks } = readDescription(
      {
        ...description,
        accounts: { owner: { id: "1", config: { a: "account", b: "account" }, environment: { B: { env: "ACCOUNT_B" } } } },
        config: { a: "fleet", b: "fleet", c: "fleet" },
        environment: { A: { file: "a" }, B: { env: "FLEET_B" } },
        stacks: [{ ...description.stacks[0], config: { a: "stack" } }],
      },
      "/fleet",
    );
    expect(stacks[0]?.config).toMatchObject({ a: "stack", b: "account", c: "fleet" });
    expect(stacks[0]?.environment).toEqual({ A: { file: "/fleet/a" }, B: { env: "ACCOUNT_B" } });
  });

  test.each(["$&", "{region}"])("replaces the placeholder for the account's name by %j unchanged", (account) => {
    const stack = {
      ...description.stacks[0],
      name: "share",
      regions: ["cn-hangzhou"],
      accounts: [account],
      config: { owner: "{account}" },
    };
    const { stacks } = readDescription({ ...description, accounts: { [account]: accounts.owner }, stacks: [stack] }, "/fleet");
    expect(stacks[0]?.config["owner"]).toBe(account);
  });

  test("makes a stack depend on all other stacks that a pattern matches", () => {
    const hub = { name: "share-hub", program: ".", accounts: ["owner"], regions: ["cn-hangzhou"], dependsOn: ["share-*"] };
    const { stacks } = readDescription({ ...description, stacks: [...description.stacks, hub] }, "/fleet");
    expect(stacks.at(-1)?.dependsOn).toEqual(["share-cn-hangzhou", "share-cn-beijing"]);
  });

  test("completes a relative folder of a fleet's backend to its whole path", () => {
    const backends = ["file://./state", "file:///state", "file://~", "s3://bucket"];
    expect(backends.map((backend) => readDescription({ ...description, backend }, "/fleet").backend)).toEqual([
      "file:///fleet/state",
      "file:///state",
      "file://~",
      "s3://bucket",
    ]);
  });
});

describe("an invalid description", () => {
  test.each([
    ["nothing", undefined, "the default export: must be an object: export default defineFleet({ name, accounts, stacks })"],
    ["a list", [], "the default export: must be an object: export default defineFleet({ name, accounts, stacks })"],
  ])("rejects %s as a description of a fleet", (_title, value, reason) => {
    expect(() => readDescription(value, "/fleet")).toThrow(reason);
  });

  test("rejects each unknown field of a fleet's description, with the nearest name", () => {
    expect(failuresOf({ account: {}, stacks: [{ ...description.stacks[0], dependOn: [] }] })).toEqual([
      "stacks[0]: has no field `dependOn`; did you mean `dependsOn`?",
      "the default export: has no field `account`; did you mean `accounts`?",
    ]);
  });

  test.each([
    ["an unknown account", { accounts: ["ownr"] }, "stacks[0].accounts: ownr is not in `accounts`; did you mean owner?"],
    ["no name", { name: undefined }, 'stacks[0].name: is required, such as "share-{region}"'],
    ["no program", { program: undefined }, "stacks[0].program: is required where the fleet has none"],
    [
      "a name that two stacks have",
      { name: "share" },
      "stacks[0].name: two stacks are named share: write {account} or {region} into the name",
    ],
    [
      "a name that no stack can have",
      { name: "share all", regions: ["cn-hangzhou"] },
      "stacks[0].name: share all is no name of a stack: letters, digits, hyphens, underscores and periods",
    ],
    [
      "a misspelt placeholder in a name",
      { name: "s-{regoin}" },
      "stacks[0].name: s-{regoin} contains {regoin}, and the placeholders are {account} and {region}; did you mean {region}?",
    ],
    [
      "a misspelt placeholder in a dependency",
      { dependsOn: ["share-{regon}"] },
      "stacks[0].dependsOn: share-{regon} contains {regon}, and the placeholders are {account} and {region}; did you mean {region}?",
    ],
    [
      "a dependency that does not exist, once for all of its stacks",
      { dependsOn: ["share"] },
      "stacks[0].dependsOn: no stack is named share; did you mean share-cn-beijing?",
    ],
    [
      "a name that two stacks have, and dependencies of others on names that would be right",
      { name: "share", dependsOn: ["share-{region}"] },
      "stacks[0].name: two stacks are named share: write {account} or {region} into the name",
    ],
    [
      "a dependency that does not exist",
      { regions: ["cn-hangzhou"], dependsOn: ["shares-{region}"] },
      "stacks[0].dependsOn: no stack is named shares-cn-hangzhou; there is no other",
    ],
    [
      "a secret in place of a reference",
      { environment: { TOKEN: "s3cret" } },
      "stacks[0].environment.TOKEN: must be { env: NAME } or { file: PATH }, also for a value that is no secret: a description contains no secrets, and this text may be one",
    ],
    [
      "a function in its configuration",
      { config: { list: () => [] } },
      "stacks[0].config.list: must be a text, a number, true or false, a list or an object",
    ],
    ["an account twice", { accounts: ["owner", "owner"] }, "stacks[0].accounts: names one twice"],
    ["a region twice", { regions: ["cn-hangzhou", "cn-hangzhou"] }, "stacks[0].regions: names one twice"],
  ])("rejects a description of a fleet with %s", (_title, changes, failure) => {
    expect(stackFailuresOf(changes)).toEqual([failure]);
  });

  test("names the form of a wrong `concurrency` and of a wrong account in a fleet's description", () => {
    expect(failuresOf({ concurrency: 4 })).toEqual(["concurrency: must be an object such as { total: 4 }"]);
    expect(failuresOf({ accounts: { owner: "1" } })).toEqual(['accounts.owner: must be an object such as { id: "1000000000000001" }']);
    expect(failuresOf({ concurrency: { totl: 4 } })).toEqual(["concurrency: has no field `totl`; did you mean `total`?"]);
  });

  test("names both entries of a fleet's description whose stacks have one name", () => {
    const stacks = [description.stacks[0], { ...description.stacks[0], regions: ["cn-beijing"] }];
    expect(failuresOf({ stacks })).toEqual([
      "stacks[1].name: a stack of stacks[0] is named share-cn-beijing too: give one of them another name",
    ]);
  });

  test("reports all wrong references in a fleet's description at once", () => {
    const stacks = [
      { ...description.stacks[0], accounts: ["ownr"], config: { "resourceshare:region": "cn-hangzhou" } },
      { ...description.stacks[1], dependsOn: ["shares", "share-cn-hangzou"], regions: ["cn-hangzhou"], accounts: ["partner"] },
    ];
    expect(failuresOf({ stacks }).toSorted()).toEqual([
      "stacks[0].accounts: ownr is not in `accounts`; did you mean owner?",
      "stacks[0].config.resourceshare:region: comes from `regions` and the `id` of the account: remove it",
      "stacks[1].dependsOn: no stack is named share-cn-hangzou; did you mean share-cn-hangzhou?",
      "stacks[1].dependsOn: no stack is named shares; the others are share-cn-hangzhou, share-cn-beijing",
    ]);
  });

  test("rejects an organization in a stack's name where the fleet's backend has none", () => {
    const stacks = [{ ...description.stacks[0], name: "acme/share-{region}", regions: ["cn-hangzhou"] }];
    const reason =
      "stacks[0].name: acme/share-cn-hangzhou names an organization, and this backend has none: write share-cn-hangzhou, without a slash";
    expect(failuresOf({ backend: "file://./state", stacks })).toEqual([reason]);
    for (const backend of [undefined, "https://api.pulumi.com"]) expect(failuresOf({ backend, stacks })).toEqual([]);
  });

  test.each(["./state", "C:\\\\state", "file://"])("rejects the fleet's backend %s, which is no URL", (backend) => {
    expect(failuresOf({ backend })).toEqual(["backend: must be the URL of a backend, such as file://./state or s3://bucket"]);
  });

  test("rejects a misspelt placeholder in a fleet's configuration, and no placeholder of the program", () => {
    expect(stackFailuresOf({ config: { list: ["{account} {acount}"], other: { text: "{Region}" } } })).toEqual([
      "stacks[0].config.list: contains {acount}; did you mean {account}?",
      "stacks[0].config.other: contains {Region}; did you mean {region}?",
    ]);
    expect(readDescription({ ...description, config: { text: "{count} {name}" } }, "/fleet").stacks).not.toEqual([]);
  });

  const inOwner = (key: string) =>
    `in ./owner, run \`pulumi stack select STACK --create\` and \`pulumi config set --secret ${key}\` for each stack`;

  // (promise P-fleet-secrets)
  test.each([
    [{ "resourceshare:accessKeySecret": "abc" }, "set the variable ALIBABA_CLOUD_ACCESS_KEY_SECRET in `environment`"],
    [{ "resourceshare:accounts": { a: { accessKeySecret: "abc" } } }, "set the variable RESOURCESHARE_ACCOUNTS in `environment`"],
    [{ "resourceshare:accounts": '{"a":{"securityToken":"abc"}}' }, "set the variable RESOURCESHARE_ACCOUNTS in `environment`"],
    [{ "app:dbPassword": "abc" }, inOwner("app:dbPassword")],
    [{ "app:db": { nested: { dbPassword: "abc" } } }, inOwner("app:db")],
    [{ "app:deploy_key": "abc" }, inOwner("app:deploy_key")],
    [{ "app:note": { nested: ["pul-0123456789abcdef0123456789abcdef"] } }, inOwner("app:note")],
  ])("rejects the secret in a fleet's configuration %j, without quoting it", (config, advice) => {
    const [failure = "", ...others] = stackFailuresOf({ config });
    expect(others).toEqual([]);
    expect(failure).toContain(`is a secret, and a description contains no secrets: ${advice}`);
    expect(failure).not.toMatch(/abc|pul-/);
  });

  // (promise P-fleet-secrets)
  test("rejects a secret in the configuration of a fleet or an account, whose stacks have several programs", () => {
    const reason = `is a secret, and a description contains no secrets: ${inOwner("dbPassword").replace("./owner", "the folder of each program")}`;
    const config = { dbPassword: "abc" };
    expect(failuresOf({ config, accounts: { ...accounts, owner: { ...accounts.owner, config } } })).toEqual([
      `config.dbPassword: ${reason}`,
      `accounts.owner.config.dbPassword: ${reason}`,
    ]);
  });

  // (promise P-fleet-secrets)
  test("rejects credentials in the URL of a fleet's backend, without quoting them", () => {
    const failures = failuresOf({ backend: "postgres://user:s3cret@db/state" });
    const reason =
      "backend: contains credentials: leave it out, and set the variable PULUMI_BACKEND_URL of the process that runs the fleet";
    expect(failures).toEqual([reason]);
    expect(failuresOf({ backend: "s3://bucket?token=s3cret" })).toEqual([reason]);
  });

  test.each([
    ["resourceshare:region", "comes from `regions` and the `id` of the account: remove it"],
    ["resourceshare:accountId", "comes from `regions` and the `id` of the account: remove it"],
    ["resourceshare:maxAttempt", "is not a key of the configuration; did you mean maxAttempts?"],
  ])("rejects the configuration key %s in a fleet's description", (key, reason) => {
    expect(stackFailuresOf({ config: { [key]: "1" } })).toEqual([`stacks[0].config.${key}: ${reason}`]);
  });
});
