import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { noPolicies } from "../../../../access/diff/policies/policy-findings.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";

const typeOf = (kind: string) => `pulumi-nodejs:dynamic/resourceshare:${kind}`;
const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::${typeOf(kind)}::${name}`;
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const creation = (kind: string, name: string, inputs: object) => ({
  op: "create",
  urn: urnOf(kind, name),
  newState: { type: typeOf(kind), inputs: { resources: [{ type: "VSwitch", id: "v" }], ...inputs } },
});
const previewOf = (...steps: readonly object[]) => readPreview(JSON.stringify({ steps }));
const remarksOf = (preview: ReturnType<typeof previewOf>, sources?: DiffSources) => diffAccess(preview, sources).remarks;
const nothing = previewOf();
const association = creation("ShareAssociation", "m", { shareId: "rs-x", targets: ["fd-1"], resources: [] });
const adopted = creation("ResourceShare", "a", { name: "a", targets: ["fd-1"], adopt: "rs-a" });
const live = { shares: new Map(), accounts: new Map(), defaults: new Map(), remarks: ["read just now"] };
const snapshot = (id: string, isUnfinished: boolean) => ({
  ...{ share: { name: id, id }, account: "1", permissions: new Map<string, string>(), isUnfinished, resources: [] },
  targets: [{ entity: targetOf("11", false), pending: false }],
});

test("has no remark about a preview that shows everything", () => {
  expect(remarksOf(previewOf(creation("ResourceShare", "a", { name: "a", targets: ["fd-1"] })))).toEqual([]);
  expect(remarksOf(nothing, { live })).toEqual(["read just now"]);
});

test("says how to see resources that the preview omits, unless the state has them", () => {
  const omitting = { ...nothing, omitted: 3 };
  const remark =
    "3 of the stack's resources do not change and are not in this preview: the access that they grant is not known; run it with --show-sames, or give --state";
  expect(remarksOf(omitting)).toEqual([remark]);
  expect(remarksOf(omitting, { state: [] })).toEqual([]);
  expect(diffAccess(omitting)).toMatchObject({ isIncomplete: true });
  expect(diffAccess(omitting, { state: [] })).toMatchObject({ isIncomplete: false });
});

test("says of which shares the other content is not known, and what reads it", () => {
  expect(remarksOf(previewOf(association))).toEqual(["share rs-x is managed elsewhere: its other content is not known; --live reads it"]);
  expect(remarksOf({ ...previewOf(association), omitted: 1 })[1]).toBe("share rs-x is managed elsewhere: its other content is not known");
  expect(remarksOf(previewOf(adopted))).toEqual(["share rs-a is adopted: its present content is not known; --live reads it"]);
  const shares = new Map([
    ["rs-x", snapshot("rs-x", false)],
    ["rs-a", snapshot("rs-a", false)],
  ]);
  expect(remarksOf(previewOf(association, adopted), { live: { ...live, shares, remarks: [] } })).toEqual([]);
});

test("says which unfinished shares an update may continue, where it creates one", () => {
  const shares = new Map([
    ["rs-8", snapshot("rs-8", false)],
    ["rs-9", snapshot("rs-9", true)],
    ["rs-x", snapshot("rs-x", true)],
  ]);
  const sources = { live: { ...live, shares, remarks: [] } };
  const created = creation("ResourceShare", "b", { name: "b", targets: ["fd-1"] });
  expect(remarksOf(previewOf(created, association), sources)).toEqual([
    "share rs-9 is not finished: it is not known whether the update continues its creation",
  ]);
  expect(remarksOf(previewOf(association), sources)).toEqual([]);
});

test("says that a stopped preview names no policy, unless it names packs", () => {
  const stopped = { ...nothing, policies: { ...noPolicies, isRefused: true } };
  expect(remarksOf(stopped)).toEqual([
    "the preview was stopped, as by a mandatory policy, and one document does not report by which: use the stream of events, or --policies",
  ]);
  const packs = [{ name: "guard", version: "1.0.0" }];
  expect(remarksOf({ ...stopped, policies: { packs, findings: [], isRefused: true } })).toEqual([]);
});

test("says which resources belong to a share that the preview does not identify", () => {
  const unidentified = previewOf(creation("ShareAssociation", "m", { shareId: UNKNOWN, targets: ["fd-1"], resources: [] }));
  const remark = `${urnOf("ShareAssociation", "m")} belongs to a share that the preview does not identify`;
  const targets =
    "a share that is not known yet: targets that are not known yet may be outside the resource directory; check again after the update";
  expect(remarksOf(unidentified)).toEqual([remark, targets]);
  const stream = { ...unidentified, hasDependencies: false };
  expect(remarksOf(stream)).toEqual([`${remark}: one document (without the stream of events) does`, targets]);
});

test("says that secret values count as unknown", () => {
  expect(remarksOf({ ...nothing, hasSecrets: true })).toEqual([
    "a preview does not show values that are secret: what depends on them counts as unknown",
  ]);
});

test("names each account once of which it is not known whether it is outside the directory", () => {
  const open = (name: string, targets: readonly string[]) => creation("ResourceShare", name, { name, targets, allowExternalTargets: true });
  const preview = previewOf(open("a", ["22", "21", "fd-1"]), open("b", ["21"]));
  const help = "it is not known whether this account is outside the resource directory; --directory FILE names the members";
  expect(remarksOf(preview)).toEqual([`21: ${help}`, `22: ${help}`]);
  expect(remarksOf(preview, { members: new Set(["21"]) })).toEqual([]);
});

test("names each share with targets that are not known yet and may be outside the directory", () => {
  const open = (name: string) => creation("ResourceShare", name, { name, targets: [UNKNOWN], allowExternalTargets: true });
  expect(remarksOf(previewOf(open("b"), open("a")))).toEqual(
    ["a", "b"].map((name) => `${name}: targets that are not known yet may be outside the resource directory; check again after the update`),
  );
});
