import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const config = ts.getParsedCommandLineOfConfigFile(join(__dirname, "../../../tsconfig.json"), undefined, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(String(diagnostic.messageText));
  },
});
/** Programs that must not compile; `tsc` compiles those of `accepted`. */
test.each([
  ["an acceptor of a share and an invitation", 2345, `new rs.InvitationAcceptor("n", { shareId: "rs-1", invitationId: "i-1" })`],
  ["an acceptor of neither", 2345, `new rs.InvitationAcceptor("n", { senderAccountId: "1" })`],
  ["an argument of another action", 2353, `new rs.DeviceAction("n", { action: "executeScene", args: { sceneName: "night" } })`],
  ["an action that nearly exists, with its name", 2820, `new rs.DeviceAction("n", { action: "executeScenes", args: { sceneId: "1" } })`],
  ["a landing zone that adopts", 2353, `new rs.LandingZone("n", { teams: { network: { subnets: { adopt: "rs-1" } } } })`],
  [
    "a landing zone with rows of the future",
    2322,
    `new rs.LandingZone("n", { teams: { network: { subnets: { acceptedBy: pulumi.output(["consumer"]) } } } })`,
  ],
  ["a share without a name", 2345, `new rs.ResourceShare("n", { targets: ["123"] })`],
  ["a misspelt argument, with the name that is meant", 2561, `new rs.ResourceShare("n", { name: "n", targts: ["123"] })`],
  [
    "a misspelt time window",
    2353,
    `new rs.ResourceShare("n", { name: "n", targets: [{ id: "x", property: { timeRange: { timeRangeType: "timeRange", begin: "08:00" } } }] })`,
  ],
  ["an output as an argument", 2353, `new rs.ResourceShare("n", { name: "n", status: "Active" })`],
  ["a change of an output", 2540, `const share = new rs.ResourceShare("n", { name: "n" }); share.status = share.id`],
  ["a resource by another property", 2353, `new rs.ResourceShare("n", { name: "n", resources: [{ resourceType: "VSwitch", id: "v" }] })`],
  [
    "a promise after a resource",
    2353,
    `rs.listResourceShares({ resourceOwner: "Self" }, { dependsOn: new rs.ResourceShare("n", { name: "n" }) })`,
  ],
  ["an unknown field of a property", 2353, `new rs.ResourceShare("n", { name: "n", targets: [{ id: "x", property: { timerange: {} } }] })`],
  ["a misspelt policy", 2353, `new policy.ResourceShareGuard({ "external-target": "mandatory" })`],
  ["a policy option of another type", 2322, `new policy.ResourceShareGuard({ naming: { pattern: /^net-/ } })`],
  ["a share without a name or an id", 2345, `rs.getResourceShare({ resourceOwner: "Self" })`],
])("makes the types reject a program with %s", { timeout: 60_000 }, (_what, code, statement) => {
  expect(diagnosticsOf(statement).map((diagnostic) => diagnostic.code)).toEqual([code]);
});

test.each([
  ["option", "Did you mean to write 'allow'?", `{ "external-targets": { enforcementLevel: "mandatory", alow: ["1"] } }`],
  ["level", `Did you mean '"mandatory"'?`, `{ "external-targets": "mandatry" }`],
  ["level beside options", `Did you mean '"mandatory"'?`, `{ "external-targets": { enforcementLevel: "mandatry", allow: ["1"] } }`],
  ["level of all policies", `Did you mean '"mandatory"'?`, `{ all: "mandatry" }`],
])("names what is meant in the compiler's message about a misspelt policy %s", { timeout: 60_000 }, (_title, meant, args) => {
  expect(messagesOf(`new policy.ResourceShareGuard(${args})`)).toEqual([expect.stringContaining(meant)]);
});

test.each([
  ["a text for a resource", `new rs.ResourceShare("n", { name: "n", resources: ["vsw-1"] })`, "'Input<Resource>'"],
  ["an acceptor of nothing", `new rs.InvitationAcceptor("n", {})`, `'ExactlyOne<"shareId" | "invitationId", InvitationAcceptorAllArgs>'`],
  [
    "an acceptor of a share and an invitation",
    `new rs.InvitationAcceptor("n", { shareId: "rs-1", invitationId: "i-1" })`,
    `'ExactlyOne<"shareId" | "invitationId", InvitationAcceptorAllArgs>'`,
  ],
])("names the expected type in the compiler's message about %s", { timeout: 60_000 }, (_title, statement, type) => {
  expect(messagesOf(statement)).toEqual([expect.stringContaining(type)]);
});

test.each([
  ["a resource type", `new rs.ResourceShare("n", { name: "n", resources: [{ type: "`, ["VSwitch", "KMSInstance"]],
  ["a permission", `new rs.ResourceShare("n", { name: "n", permissionNames: ["`, ["AliyunRSDefaultPermissionImage"]],
  [
    "the permission of a SharePermission",
    `new rs.SharePermission("n", { shareId: "rs-1", permissionName: "`,
    ["AliyunRSDefaultPermissionImage"],
  ],
  ["a type to list", `rs.listSharedResources({ resourceOwner: "Self", resourceType: "`, ["VSwitch"]],
])("completes %s in an editor", { timeout: 60_000 }, (_title, start, expected) => {
  expect(completionsAfter(start)).toEqual(expect.arrayContaining(expected));
});

const edited = join(__dirname, "accepted/completed.ts");
let text = "";
const editor = ts.createLanguageService({
  getCompilationSettings: () => config?.options ?? {},
  getScriptFileNames: () => [edited],
  getScriptVersion: (name) => (name === edited ? text : "1"),
  getScriptSnapshot: (name) => {
    const content = name === edited ? text : ts.sys.readFile(name);
    return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
  },
  getCurrentDirectory: () => __dirname,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === edited || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
});

const inShare = (start: string) => `new rs.ResourceShare("n", { name: "n", ${start}`;
test.each([
  ["type", inShare(`resources: [{ type`), /^Type of the resource: `VSwitch`, `PrefixList`, .* or another\.$/],
  ["id", inShare(`resources: [{ type: "VSwitch", id`), /^Id of the resource, as `vsw-…`\.$/],
  ["property", inShare(`targets: [{ id: "ipam.aliyuncs.com", property`), /^When the target may use the resources; services only\./],
  [
    "beginAtTime",
    inShare(`targets: [{ id: "x", property: { timeRange: { timeRangeType: "day", beginAtTime`),
    /^When the window begins, as `"08:00"`\.$/,
  ],
  [
    "the id of a share",
    `declare const share: rs.ResourceShare; share.id`,
    /take the id of a share, which begins with rs-, not its name\.$/,
  ],
  ["args", `new rs.DeviceAction("n", { action: "executeScene", args`, /^Its arguments, as the function takes them\.$/],
])("describes %s where an editor points at the name", { timeout: 60_000 }, (_title, start, expected) => {
  expect(hoverAfter(start)?.documentation?.[0]?.text).toMatch(expected);
});

test("shows the example of a resource where an editor points at its creation", { timeout: 60_000 }, () => {
  expect(hoverAfter("new rs.ResourceShare")?.tags?.map(({ name }) => name)).toEqual(["example"]);
});

/** Returns what an editor shows about the last name of a program. */
function hoverAfter(start: string) {
  text = `import * as rs from "../../../../sdk/index.ts";\n${start}`;
  return editor.getQuickInfoAtPosition(edited, text.length - 1);
}

function messagesOf(statement: string): string[] {
  return diagnosticsOf(statement).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const imports = `import * as pulumi from "@pulumi/pulumi";
import * as rs from "../../../../sdk/index.ts";
import * as policy from "../../../../sdk/policy/index.ts";`;

function diagnosticsOf(statement: string) {
  text = `${imports}\n${statement};\nexport const used = [pulumi, policy];`;
  return editor.getSemanticDiagnostics(edited);
}

/** Returns what an editor completes in a string that begins at the end of a line of a program. */
function completionsAfter(start: string): string[] {
  text = `import * as rs from "../../../../sdk/index.ts";\n${start}"`;
  return (editor.getCompletionsAtPosition(edited, text.length - 1, undefined)?.entries ?? []).map(({ name }) => name);
}
