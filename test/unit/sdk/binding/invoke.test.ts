import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, expect, test } from "vitest";
import { createSimulator, deviceDemo, serve } from "../../../../simulator/index.ts";
import { invokeDevice } from "../../../../sdk/device/invoke.ts";
import { session } from "../../../../sdk/device/session.ts";
import { invoke, invokeOutput, programClients } from "../../../../sdk/binding/invoke.ts";

// The package's own types leave out what its Automation API calls for each inline program.
const { withLocalStorage } = createRequire(import.meta.url)("@pulumi/pulumi/runtime/state") as {
  withLocalStorage<T>(program: () => Promise<T>): Promise<T>;
};

const closing: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
});

type Values = Readonly<Record<string, string>>;

/** A separate service, and the configuration of a stack that uses it. */
async function startService() {
  const simulator = createSimulator();
  const served = await serve(simulator);
  closing.push(() => served.close());
  const [key] = simulator.keys;
  const values: Values = {
    "resourceshare:endpoint": served.url,
    "resourceshare:stsEndpoint": served.url,
    "resourceshare:deviceEndpoint": served.url,
    "resourceshare:accessKeyId": key?.accessKeyId ?? "",
    "resourceshare:accessKeySecret": key?.accessKeySecret ?? "",
  };
  return { values, count: (operation: string) => simulator.calls.filter((call) => call.operation === operation).length };
}

/** Runs a program as the Automation API runs an inline program: with separate runtime state. */
function inline<T>(values: Values, program: () => Promise<T>): Promise<T> {
  return withLocalStorage(async () => {
    pulumi.runtime.setAllConfig({ ...values });
    return program();
  });
}

test("calls the running stack's service from a function, one stack after another", async () => {
  const [first, second] = [await startService(), await startService()];
  for (const { values } of [first, second, first]) await inline(values, () => invoke("describeRegions", {}));
  expect([first.count("DescribeRegions"), second.count("DescribeRegions")]).toEqual([2, 1]);
});

// (promise P-own-stack)
test("calls the service of each stack from a function when stacks run at once", async () => {
  const [first, second] = [await startService(), await startService()];
  const program = () =>
    Promise.all([invoke("describeRegions", {}), new Promise((resolve) => invokeOutput("listPermissions", {}, undefined).apply(resolve))]);
  await Promise.all([first, second].map(({ values }) => inline(values, program)));
  for (const { count } of [first, second]) expect([count("DescribeRegions"), count("ListPermissions")]).toEqual([1, 1]);
});

test("opens the sessions of each stack with its own configuration", async () => {
  const [first, second] = [await startService(), await startService()];
  const program = async () => {
    await invokeDevice("getSceneList", {}, { session: session({ accessToken: deviceDemo.accessToken }) });
  };
  await Promise.all([first, second].map(({ values }) => inline(values, program)));
  expect([first.count("GetSceneList"), second.count("GetSceneList")]).toEqual([1, 1]);
});

test("names the function's variant for outputs when an argument is an output", async () => {
  const id = pulumi.output("rs-0000000000000001");
  await expect(invoke("getResourceShare", { id })).rejects.toThrow(
    "id: is an output, and getResourceShare takes values only: call getResourceShareOutput",
  );
  await expect(invokeDevice("executeScene", { sceneId: id })).rejects.toThrow("sceneId: is an output, and executeScene takes values only");
});

test("shares clients and rate limits of functions between stacks of equal configuration", async () => {
  const values = { "resourceshare:region": "cn-beijing", "resourceshare:accessKeyId": "a", "resourceshare:accessKeySecret": "s" };
  const clients = () => programClients();
  const first = await inline({ ...values, "project:colour": "red" }, clients);
  const reordered = Object.fromEntries(Object.entries(values).toReversed());
  expect(await inline({ ...reordered, "project:colour": "blue" }, clients)).toBe(first);
  expect(await inline({ ...values, "resourceshare:accessKeySecret": "other" }, clients)).not.toBe(first);
});

test("reports a wrong configuration in a function to its own stack only", async () => {
  const { values, count } = await startService();
  await expect(inline({ "resourceshare:trace": "perhaps" }, () => invoke("describeRegions", {}))).rejects.toThrow("trace");
  await inline(values, () => invoke("describeRegions", {}));
  expect(count("DescribeRegions")).toBe(1);
});

test("keeps the clients of functions for the last hundred configurations", async () => {
  const clientsOf = (name: string) => inline({ "resourceshare:region": name }, () => programClients());
  const first = await clientsOf("cn-first");
  const newer = Array.from({ length: 98 }, (_, index) => `cn-${index}`);
  for (const name of newer) await clientsOf(name);
  expect(await clientsOf("cn-first")).toBe(first);
  for (const name of [...newer, "cn-98", "cn-99"]) await clientsOf(name);
  expect(await clientsOf("cn-first")).not.toBe(first);
});

test.each([
  ["acount", /^describeRegions: acount: is not an option; did you mean `account`\?$/],
  ["provider", /^describeRegions: provider: is not an option; the options are `account`, `region`, `parent`, `runOnPreview`$/],
  ["dependsOn", /^describeRegions: dependsOn: is an option of describeRegionsOutput only: describeRegions calls at once$/],
])("rejects the option %s of a function before any call", async (option, message) => {
  const { values, count } = await startService();
  // A program in JavaScript may pass any option.
  const options: object = { [option]: "x" };
  await expect(inline(values, () => invoke("describeRegions", {}, options))).rejects.toThrow(message);
  expect(count("DescribeRegions")).toBe(0);
});

/** A custom resource whose id is known later. */
function resourceWithId(id: Promise<string>): pulumi.Resource {
  const resource: object = { __pulumiResource: true, __pulumiCustomResource: true, id: pulumi.output(id) };
  return resource as pulumi.Resource;
}

/** A component that contains resources. */
function componentOf(...children: pulumi.Resource[]): pulumi.Resource {
  const component: object = { __pulumiResource: true, urn: pulumi.output("urn"), __childResources: new Set(children) };
  return component as pulumi.Resource;
}

test.each([
  ["a resource", (one: pulumi.Resource) => one],
  ["a list of resources", (one: pulumi.Resource) => [pulumi.output(one)]],
  ["a resource in a component", (one: pulumi.Resource) => componentOf(componentOf(one))],
])("calls a function with `dependsOn` after %s exists", async (_title, dependsOn) => {
  const { values, count } = await startService();
  const { promise, resolve } = Promise.withResolvers<string>();
  await inline(values, async () => {
    const called = new Promise((done) =>
      invokeOutput("describeRegions", {}, { dependsOn: dependsOn(resourceWithId(promise)) }).apply(done),
    );
    // A call of the same function that does not wait has ended.
    await new Promise((done) => invokeOutput("listPermissions", {}, undefined).apply(done));
    expect(count("DescribeRegions")).toBe(0);
    resolve("rs-1");
    await called;
  });
  expect(count("DescribeRegions")).toBe(1);
});
