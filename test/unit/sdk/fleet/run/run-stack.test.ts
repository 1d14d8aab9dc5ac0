import { expect, test } from "vitest";
import { diffAccess } from "../../../../../access/diff/access-diff.ts";
import { policiesIn } from "../../../../../access/diff/policies/policy-findings.ts";
import { printedErrorIn, warningsIn } from "../../../../../sdk/fleet/run/engine-results.ts";
import { policyReasons, previewOf, runStack } from "../../../../../sdk/fleet/run/run-stack.ts";
import { create, share } from "../../../access/diff/steps.ts";
import { stackOf } from "../sample.ts";
import { type Answers, fakeOpener, fleetOf } from "./fake-pulumi.ts";

const configuration = JSON.stringify({
  "network:plain": { value: "plain text", secret: false },
  "network:structure": { value: '{"password":"canary-nested"}', secret: true },
  "resourceshare:accessKeySecret": { value: "canary-stored", secret: true },
});

/** Updates a stack on an engine that is a function, and returns its result and the commands that were started. */
async function updated(answers: Answers) {
  const stack = stackOf("share");
  const commands: string[] = [];
  const opener = fakeOpener(fleetOf([stack]), (command, ...rest) => {
    commands.push(command);
    return answers(command, ...rest) ?? (command === "config" ? configuration : undefined);
  });
  const run = { ...opener, operation: "up", stopping: new AbortController().signal } as const;
  const { result } = await runStack(run, stack);
  return { result, commands };
}

/** An engine some of whose commands fail. */
const failing =
  (message: string, ...names: readonly string[]): Answers =>
  (command) => {
    if (names.includes(command)) throw new Error(message);
    return undefined;
  };

// (promise P-pulumi-output)
test("reports why a stack of a fleet failed without the secrets of its configuration", async () => {
  const { result } = await updated(failing("refused plain text with canary-stored and canary-nested", "up"));
  expect(result).toMatchObject({ status: "failed", reasons: ["refused plain text with [secret] and [secret]"] });
});

// (promise P-fleet-secrets)
test("reports the failure of a stack of a fleet without the secrets of any other stack", async () => {
  const [share, other] = [stackOf("share"), stackOf("other", { environment: { KEY: { env: "OTHER" } } })];
  const opener = fakeOpener(fleetOf([share, other]), failing("the program printed canary-of-other", "up"), { OTHER: "canary-of-other" });
  const run = { ...opener, operation: "up", stopping: new AbortController().signal } as const;
  expect((await runStack(run, share)).result.reasons).toEqual(["the program printed [secret]"]);
});

test("names places of the fleet's description in a stack's failure instead of the variables that the fleet sets", async () => {
  const environment = { ALIBABA_CLOUD_ACCESS_KEY_ID: { env: "OWNER_KEY_ID" } };
  const stack = stackOf("share", { environment });
  const reason = "check the credentials (from ALIBABA_CLOUD_ACCESS_KEY_ID); the region is from ALIBABA_CLOUD_REGION_ID";
  const opener = fakeOpener(fleetOf([stack]), failing(reason, "up"), { OWNER_KEY_ID: "id-of-owner" });
  const run = { ...opener, operation: "up", stopping: new AbortController().signal } as const;
  expect((await runStack(run, stack)).result.reasons).toEqual([
    "check the credentials (from OWNER_KEY_ID, account owner of the fleet); the region is from `regions` of the fleet",
  ]);
});

test("advises to write a missing value of the configuration into the fleet's description, where it is no secret", async () => {
  const missing = (words: string) => `Missing required variable 'a:b' please set a value using the command \`pulumi config set ${words}\``;
  const reasonsOf = async (words: string) => (await updated(failing(missing(words), "up"))).result.reasons;
  expect(await reasonsOf("a:b <value>")).toEqual(["Missing required variable 'a:b': write it into `config` of the fleet"]);
  expect(await reasonsOf("--secret a:b <value>")).toEqual([missing("--secret a:b <value>")]);
});

test.each([
  ["interrupted", "with resources in its state", [{ urn: "urn:pulumi:share::network::pulumi:pulumi:Stack::network" }]],
  ["succeeded", "with an empty state", []],
])(
  "reports an interrupted destroy of a fleet's stack as %s %s, although the engine reports no error",
  async (status, _title, resources) => {
    const stack = stackOf("share");
    const stopping = new AbortController();
    const opener = fakeOpener(fleetOf([stack]), (command) => {
      if (command === "destroy") stopping.abort();
      return command === "stack export" ? JSON.stringify({ version: 3, deployment: { resources } }) : undefined;
    });
    const run = { ...opener, operation: "destroy", stopping: stopping.signal } as const;
    expect((await runStack(run, stack)).result.status).toBe(status);
  },
);

test("reports why a stack of a fleet failed also when its configuration cannot be read", async () => {
  const { result } = await updated(failing("incorrect passphrase", "up", "config"));
  expect(result).toMatchObject({ status: "failed", reasons: ["incorrect passphrase"] });
});

test("skips reading the configuration of a fleet's stack that has nothing to quote", async () => {
  const { result, commands } = await updated(() => undefined);
  expect(result).toMatchObject({ status: "succeeded", reasons: [] });
  expect(commands).toContain("up");
  expect(commands).not.toContain("config");
});

test.each([
  ["delete the lock file with `pulumi cancel`.", "delete the lock file with `pulumi cancel --yes --stack organization/sample/share`."],
  [
    "[409] Conflict: Another update is currently in progress.",
    "[409] Conflict: Another update is currently in progress: wait for it, or, when it has certainly ended, run `pulumi cancel --yes --stack organization/sample/share`.",
  ],
  [
    "1 pending operations. * edge, interrupted while creating These resources are in an unknown state because\nuse `pulumi refresh`",
    "1 pending operations. * edge, interrupted while creating; once an update has succeeded, clear them: pulumi stack export --stack organization/sample/share | pulumi stack import --stack organization/sample/share",
  ],
])("names the command for a fleet's stack in place of the advice of `pulumi` in %j", async (printed, reason) => {
  expect((await updated(failing(printed, "up"))).result.reasons).toEqual([reason]);
});

test("reads what a policy pack prints that cannot start, without its stack trace", () => {
  const lines = [
    "error: [runtime] Running program 'guard' failed with an unhandled exception:",
    "    Error: Version must be defined in the package.json file.",
    "    at new PolicyPack (/node_modules/@pulumi/policy/policy.js:60:19)",
    "    at file:///guard/index.mjs:2:1",
  ];
  const events = lines.map((line) => ({ diagnosticEvent: { message: `${line}\n\n`, severity: "info#err" } }));
  expect(printedErrorIn(events)).toBe(
    "[runtime] Running program 'guard' failed with an unhandled exception: Error: Version must be defined in the package.json file.",
  );
  expect(printedErrorIn([])).toBeUndefined();
});

test("reports that a policy stops a fleet's stack, and that it does so only after the update has begun", () => {
  const policyEvent = { policyPackName: "guard", policyName: "naming", message: "wrong", enforcementLevel: "mandatory" };
  const events = [{ policyEvent }];
  expect(policyReasons(events, policiesIn(events), true)).toEqual(["the policy naming stops it"]);
  expect(policyReasons(events, policiesIn(events), false)).toEqual(["the policy naming stops it, after the update has begun"]);
});

test("gives no advice to use another command for a preview of a fleet's stack that a policy stops: its findings are known", () => {
  const document = JSON.stringify({ steps: [create(share("a"))], diagnostics: [{ severity: "error", message: "preview failed" }] });
  const policyEvent = { policyPackName: "own", policyName: "no-share", message: "not allowed", enforcementLevel: "mandatory" };
  const preview = previewOf("preview", document, [{ policyEvent }]);
  expect(preview?.policies).toMatchObject({ findings: [{ policy: "no-share" }], refused: true });
  expect(preview && diffAccess(preview).remarks).toEqual([]);
});

test("reports each warning of a fleet's stack once, with its resource", async () => {
  const urn = "urn:pulumi:share::network::pulumi-nodejs:dynamic/resourceshare:ResourceShare::edge";
  const diagnosticEvent = { urn, prefix: "warning: ", message: 'targets[0]: "20000" is no account\n', severity: "warning" };
  expect(warningsIn([{ diagnosticEvent }, { diagnosticEvent }, { diagnosticEvent: { ...diagnosticEvent, severity: "debug" } }])).toEqual([
    'ResourceShare edge: targets[0]: "20000" is no account',
  ]);
});

test("starts no update of a fleet's stack whose preview with the fleet's policies has failed", async () => {
  const stack = stackOf("share");
  const commands: string[] = [];
  const opener = fakeOpener({ ...fleetOf([stack]), policyPacks: ["./own"] }, (command) => {
    commands.push(command);
    if (command === "preview") throw new Error("stopped");
    return undefined;
  });
  const { result } = await runStack({ ...opener, operation: "up", stopping: new AbortController().signal }, stack);
  expect(commands).toContain("preview");
  expect(commands).not.toContain("up");
  expect(result).toMatchObject({ status: "failed", resources: {} });
});
