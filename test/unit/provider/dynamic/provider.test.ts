import { expect, test } from "vitest";
import { thing } from "../lifecycle/fixture.ts";
import { createDynamicProvider } from "../../../../provider/dynamic/provider.ts";
import { secret } from "../../../../provider/host/secrets.ts";
import { InputError } from "../../../../provider/kernel/errors.ts";
import type { Driver, OperationContext } from "../../../../provider/lifecycle/driver.ts";
import { UNKNOWN, type Values } from "../../../../provider/lifecycle/resource.ts";

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const internals = {
  __provider: "text",
  __urn: "urn:pulumi:s::p::t::n",
  __timeouts: { create: "2s", update: "3s", delete: "4s", read: "5s" },
};

interface Call {
  readonly what: string;
  readonly values: Values;
  readonly occasion: OperationContext;
}

/** A provider over a fake driver, which returns the test's results and records its calls. */
function openProvider(answers: Partial<Driver> = {}, deletesBeforeReplacement = false) {
  const calls: Call[] = [];
  const configurations: Values[] = [];
  const recording = <Result>(what: string, result: (id: string, values: Values) => Result) => ({
    ofValues: (values: Values, occasion: OperationContext) => {
      calls.push({ what, values, occasion });
      return result("rs-1", values);
    },
    ofObject: (id: string, values: Values, occasion: OperationContext) => {
      calls.push({ what, values, occasion });
      return result(id, values);
    },
    ofChange: (id: string, _state: Values, values: Values, occasion: OperationContext) => {
      calls.push({ what, values, occasion });
      return result(id, values);
    },
  });
  const stateOf = (values: Values) => ({ ...values, owner: "me" });
  const driver: Driver = {
    check: recording("check", (_, inputs) => ({ inputs, failures: [] })).ofValues,
    diff: recording("diff", () => ({ changed: [], replaces: [], needsReconcile: false })).ofChange,
    create: recording("create", async (id, values) => ({ id, state: { ...stateOf(values), gone: undefined } })).ofValues,
    read: recording("read", async (id, values) => ({ id, state: stateOf(values), inputs: { name: "drifted" } })).ofObject,
    update: recording("update", async (id, values) => ({ id, state: stateOf(values) })).ofChange,
    delete: recording("delete", async () => undefined).ofObject,
    ...answers,
  };
  const provider = createDynamicProvider(thing({ deletesBeforeReplacement }), {
    configure: (record) => configurations.push(record),
    driver: () => Promise.resolve(driver),
    stateOrigin: (origin) => `${origin}-engine`,
    configuredRegion: async ({ region }) => ({ regionId: String(region ?? "cn-beijing") }),
    checkPlacement: () => Promise.resolve([]),
  });
  return { calls, configurations, provider };
}

async function thrownBy(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error("nothing was thrown");
  return error;
}

test("passes every key of the engine's configuration from the dynamic provider to the driver", async () => {
  const { provider, configurations } = openProvider();
  await provider.configure({ config: { rawConfig: { "resourceshare:region": "cn-beijing" } } });
  expect(configurations).toEqual([{ "resourceshare:region": "cn-beijing" }]);
});

test("keeps internal properties and unknown values in `check` of the dynamic provider", async () => {
  const { provider, calls } = openProvider();
  const { inputs } = await provider.check({}, { ...internals, name: unknownText });
  expect(inputs).toEqual({ ...internals, name: unknownText });
  expect(calls[0]?.values).toEqual({ name: UNKNOWN });
  expect(calls[0]?.occasion.urn).toBe(internals.__urn);
});

test("passes the digest of the state's place from the dynamic provider to the driver, with the engine's backend", async () => {
  const { provider, calls } = openProvider();
  await provider.check({}, { ...internals, __origin: "0123abcd" });
  await provider.check({}, { ...internals, __origin: "no digest" });
  expect(calls.map(({ occasion }) => occasion.origin)).toEqual(["0123abcd-engine", undefined]);
});

test("returns all failures of `check` of the dynamic provider at once, those of the timeouts included", async () => {
  const { provider } = openProvider({ check: (values) => ({ inputs: values, failures: [{ property: "name", reason: "too long" }] }) });
  const { failures } = await provider.check({}, { ...internals, __timeouts: { create: "soon" } });
  expect(failures?.map(({ reason }) => reason)).toEqual([expect.stringContaining("customTimeouts.create: "), "name: too long"]);
});

test("returns a wrong configuration as a failure of `check` of the dynamic provider", async () => {
  const check = () => {
    throw InputError.of("resourceshare:endpoint", "must be https");
  };
  const { provider } = openProvider({ check });
  const { failures } = await provider.check({}, internals);
  expect(failures).toEqual([{ property: "", reason: "resourceshare:endpoint: must be https" }]);
});

test("passes the region of the arguments or the configuration to the driver in `diff` of the dynamic provider", async () => {
  const { provider, calls } = openProvider();
  await provider.diff("rs-1", internals, internals);
  await provider.diff("rs-1", internals, { ...internals, region: "cn-shanghai" });
  expect(calls.map(({ occasion }) => occasion.region)).toEqual([{ regionId: "cn-beijing" }, { regionId: "cn-shanghai" }]);
});

const { __provider: _, ...ofPlugin } = internals;
test.each<[boolean, string, Partial<Driver>, Values, Values]>([
  [false, "nothing has changed", {}, internals, internals],
  [true, "only the state is unfinished", { diff: () => ({ changed: [], replaces: [], needsReconcile: true }) }, internals, internals],
  [true, "the plugin has written the state, which has no code then", {}, ofPlugin, internals],
  [true, "only a timeout has changed, which a delete reads from the state", {}, internals, { ...internals, __timeouts: { delete: "1h" } }],
])("reports whether there is a change in `diff` of the dynamic provider: %s when %s", async (changes, _title, answers, olds, news) => {
  expect(await openProvider(answers).provider.diff("rs-1", olds, news)).toEqual({ changes });
});

test("tells the driver of the dynamic provider that an update only stores the state again", async () => {
  const { provider, calls } = openProvider();
  const later = { ...internals, __timeouts: { delete: "1h" } };
  for (const olds of [internals, later, ofPlugin]) await provider.update("rs-1", olds, later);
  expect(calls.map(({ occasion }) => occasion.isStoredAnew)).toEqual([true, false, true]);
});

test.each([
  [true, "deletes before it replaces"],
  [false, "replaces before it deletes"],
])("reports in `diff` of the dynamic provider that a kind whose deletesBeforeReplacement is %s %s", async (deletesBeforeReplacement) => {
  const { provider } = openProvider(
    { diff: () => ({ changed: ["account"], replaces: ["account"], needsReconcile: false }) },
    deletesBeforeReplacement,
  );
  const { replaces, deleteBeforeReplace } = await provider.diff("rs-1", internals, internals);
  expect({ replaces, deleteBeforeReplace }).toEqual({ replaces: ["account"], deleteBeforeReplace: deletesBeforeReplacement });
});

test("returns outputs of the dynamic provider with internal properties and without values that JSON cannot represent", async () => {
  const { provider } = openProvider();
  expect(await provider.create({ ...internals, name: "n" })).toStrictEqual({ id: "rs-1", outs: { ...internals, name: "n", owner: "me" } });
  expect(await provider.update("rs-1", internals, { ...internals, name: "m" })).toMatchObject({ outs: { ...internals, name: "m" } });
});

test("passes each operation of the dynamic provider its timeout", async () => {
  const { provider, calls } = openProvider();
  await provider.create(internals);
  await provider.update("rs-1", internals, internals);
  await provider.read("rs-1", internals);
  await provider.delete("rs-1", internals);
  expect(calls.map(({ what, occasion }) => [what, occasion.timeoutMs])).toEqual([
    ["create", 2000],
    ["update", 3000],
    ["read", 5000],
    ["delete", 4000],
  ]);
});

test("makes `read` of the dynamic provider return the arguments that would create the actual object", async () => {
  const { provider } = openProvider();
  expect(await provider.read("rs-1", { ...internals, name: "n" })).toEqual({
    id: "rs-1",
    props: { ...internals, name: "n", owner: "me" },
    inputs: { ...internals, name: "drifted" },
  });
});

test("passes `isLookup` from the dynamic provider to the driver, and stores it in the inputs only", async () => {
  const { provider, calls } = openProvider();
  const { props, inputs } = await provider.read("rs-1", { ...internals, __lookup: true });
  await provider.read("rs-1", internals);
  expect(calls.map(({ occasion }) => occasion.isLookup)).toEqual([true, false]);
  expect(inputs).toHaveProperty("__lookup", true);
  expect(props).not.toHaveProperty("__lookup");
});

test("reports a defect of the dynamic provider with its trace and how to report it", async () => {
  const { provider } = openProvider({ delete: () => Promise.reject(new TypeError("x is not a function")) });
  const error = await thrownBy(provider.delete("rs-1", internals));
  expect(error.message).toMatch(/TypeError: x is not a function\n\s+at .*\n[\s\S]*defect of pulumi-resourceshare \(delete of Thing/);
});

test("uses the newest URN of a renamed resource when the dynamic provider reads or deletes its old state", async () => {
  const { provider, calls } = openProvider();
  await provider.diff("rs-1", internals, { ...internals, __urn: "urn:new" });
  await provider.read("rs-1", internals);
  await provider.delete("rs-1", internals);
  expect(calls.map(({ occasion }) => occasion.urn)).toEqual(["urn:new", "urn:new", "urn:new"]);
});

test("keeps the URNs of two resources with one id apart in the dynamic provider", async () => {
  const { provider, calls } = openProvider();
  const other = { ...internals, __urn: "urn:other" };
  await provider.diff("rs-1", internals, internals);
  await provider.diff("rs-1", other, other);
  await provider.delete("rs-1", internals);
  expect(calls.at(-1)?.occasion.urn).toBe(internals.__urn);
});

test("keeps what is secret before and after a failed update of the dynamic provider, as a whole, in its outputs", async () => {
  const state = { name: "old", items: ["a"], other: 1 };
  const { provider } = openProvider({ update: (id) => Promise.resolve({ id, state, failure: new Error("no") }) });
  const update = provider.update("rs-1", { ...internals, __secrets: ["name"] }, { ...internals, __secrets: ["items"] });
  const error = await update.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ properties: { name: secret("old"), items: secret(["a"]), other: 1, __secrets: ["items", "name"] } });
});

// (promise P-printable-state)
test("writes only printable text of the service into a state and leaves the program's own unchanged", async () => {
  const tags = { "odd\u200Bkey": "a\tb" };
  const seen = { tags: { ...tags, theirs: "\u001B[2Jx" }, statusMessage: "\u202Eno\n::set-output name=x::y" };
  const shown = { tags: { ...tags, theirs: " [2Jx" }, statusMessage: " no ::set-output name=x::y" };
  const { provider } = openProvider({
    create: () => Promise.resolve({ id: "rs-1", state: seen }),
    update: () => Promise.resolve({ id: "rs-1", state: seen }),
    read: (id) => Promise.resolve({ id, state: seen, inputs: { tags: seen.tags } }),
  });
  expect((await provider.create({ tags })).outs).toEqual(shown);
  expect((await provider.update("rs-1", {}, { tags })).outs).toEqual(shown);
  expect(await provider.read("rs-1", { tags })).toMatchObject({ props: shown, inputs: { tags: shown.tags } });
});
