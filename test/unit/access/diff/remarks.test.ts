import { expect, test } from "vitest";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { membersAdvice } from "../../../../access/diff/review/risks.ts";
import type { Preview } from "../../../../access/diff/preview.ts";
import { liveOf } from "../builders.ts";
import { association, byArn, create, previewOf, remove, same, share, UNKNOWN, update, urnOf } from "./steps.ts";

const nothing = previewOf();
const elsewhere = create(association("m", "rs-x", [], ["fd-1"]));
const adopted = create(share("a", ["v"], ["fd-1"], { adopt: "rs-a" }));
const created = create(share("b", ["v"], ["fd-1"]));
const open = (name: string, targets: readonly string[]) => create(share(name, ["v"], targets, { allowExternalTargets: true }));
const listed = (id: string, isUnfinished = false) => ({ share: { name: id, id }, resources: [], isUnfinished });
const shares = liveOf([listed("rs-a"), listed("rs-9", true), listed("rs-x", true)]);
const unidentified = previewOf(create({ ...association("m", UNKNOWN, [], ["fd-1"]), outputs: {} }));
const stopped = { packs: [], findings: [], refused: true };

const ofOmitted =
  "3 of the stack's resources do not change and are not in this preview: the access that they grant is not known; run it with --show-sames, or give --state";
const ofStopped =
  "the preview was stopped, as by a mandatory policy, and a preview as one JSON document does not report by which: use the stream of events, or --policies";
const ofUnidentified = `${urnOf("ShareAssociation", "m")} belongs to a share that the preview does not identify`;
const ofTargets = (name: string) =>
  `${name}: targets that are not known yet may be outside the resource directory; check again after the update`;
const ofLateDeletion = (targets: string, resources: string) =>
  `share rs-a: until the end of the update, ${targets} can also use ${resources}, because the engine deletes last: delete in an update of its own where that matters`;
const ofAccounts = (ids: string) => `${ids}: it is not known whether this is outside the resource directory; ${membersAdvice}`;

test.each<[of: string, preview: Preview, remarks: readonly string[], sources?: DiffSources]>([
  ["nothing where the preview shows everything", previewOf(created), []],
  ["what the lookup has to say", nothing, ["read just now"], liveOf([], { remarks: ["read just now"] })],
  ["resources that the preview omits", { ...nothing, omitted: 3 }, [ofOmitted]],
  ["no omitted resources that the state has", { ...nothing, omitted: 3 }, [], { state: [] }],
  ["a share elsewhere", previewOf(elsewhere), ["share rs-x is managed elsewhere: its other content is not known; diff --live reads it"]],
  ["an adopted share", previewOf(adopted), ["share rs-a is adopted: its present content is not known; diff --live reads it"]],
  [
    "a resource whose ARN names another region",
    previewOf(update(byArn("cn-hangzhou"), byArn("cn-shanghai"))),
    ["acs:kms:cn-shanghai:1:instance/kst-1: its region or account changes; it is not known whether it is still the same resource"],
  ],
  [
    "what the targets of a deleted association can use until it is deleted",
    previewOf(update(share("a", ["v"], ["fd-1"]), share("a", ["w"], ["fd-1"])), remove(association("m", "rs-a", [], ["fd-2", "fd-3"]))),
    [ofLateDeletion("fd-2, fd-3", "VSwitch w")],
  ],
  [
    "what new targets can use until an association is deleted",
    previewOf(update(share("a", ["v"], ["fd-1"]), share("a", ["v"], ["fd-2"])), remove(association("m", "rs-a", ["w"], []))),
    [ofLateDeletion("fd-2", "VSwitch w")],
  ],
  [
    "resources that are known only during the update, which the targets of a deleted association can use",
    previewOf(
      update(share("a", ["v"], ["fd-1"]), share("a", [], ["fd-1"], { resources: [UNKNOWN] })),
      remove(association("m", "rs-a", [], ["fd-2"])),
    ),
    [ofLateDeletion("fd-2", "what is secret or known only during the update")],
  ],
  [
    "nothing of a deleted association whose share gains nothing",
    previewOf(same(share("a", ["v"], ["fd-1"])), remove(association("m", "rs-a", ["w"], ["fd-2"]))),
    [],
  ],
  ["no share elsewhere that was looked up", previewOf(elsewhere, adopted), [], shares],
  [
    "unfinished shares that the update may continue",
    previewOf(created, elsewhere),
    ["share rs-9 is not finished: it is not known whether the update continues its creation"],
    shares,
  ],
  ["a stopped preview that names no policy", { ...nothing, policies: stopped }, [ofStopped]],
  ["resources of an unidentified share", unidentified, [ofUnidentified, ofTargets("a share that is not known yet")]],
  [
    "resources of an unidentified share in a stream",
    { ...unidentified, hasDependencies: false },
    [`${ofUnidentified}: a preview as one JSON document does`, ofTargets("a share that is not known yet")],
  ],
  [
    "secret values",
    { ...nothing, hasSecrets: true },
    ["a preview does not show values that are secret: what depends on them counts as unknown"],
  ],
  [
    "all accounts together that may be outside the directory",
    previewOf(open("a", ["22", "21", "fd-1"]), open("b", ["21"])),
    [ofAccounts("21, 22")],
  ],
  ["no account that is a member", previewOf(open("b", ["21"])), [], { members: new Set(["21"]) }],
  ["targets that are not known yet", previewOf(open("b", [UNKNOWN]), open("a", [UNKNOWN])), [ofTargets("a"), ofTargets("b")]],
])("remarks in a diff on %s", (_of, preview, remarks, sources) => {
  expect(diffAccess(preview, sources).remarks).toEqual(remarks);
});
