import { expect, test } from "vitest";
import { diffAccess } from "../../../../../access/diff/access-diff.ts";
import { readPreview } from "../../../../../access/diff/preview.ts";
import { acceptorStepsIn, withAcceptorSteps } from "../../../../../sdk/fleet/run/acceptor-steps.ts";
import {
  acceptor,
  create,
  type Entry,
  previewOf,
  record,
  remove,
  replace,
  same,
  share,
  streamOf,
  update,
} from "../../../access/diff/steps.ts";
import { stackOf } from "../sample.ts";

const [consumer, partner] = ["2000000000000001", "2000000000000002"];

/** The share `a`, whose owner's state has an open invitation for each target. */
function invited(ids: readonly string[], targets: readonly string[]): Entry {
  const { outputs, ...rest } = share("a", ids, targets, { allowExternalTargets: true });
  const associations = [
    ...ids.map((id) => record("Resource", "VSwitch", id)),
    ...targets.map((id) => ({ ...record("Target", "Account", id), status: "Associating" })),
  ];
  return { ...rest, outputs: { ...outputs, owner: "1", associations } };
}
const accepted = acceptor("accept", {}, consumer);
const open = acceptor("accept", {});

test.each<[title: string, owner: object, other: object, changes: readonly string[]]>([
  ["an earlier run has accepted", same(invited(["v1"], [consumer])), same(accepted), [`kept ${consumer} v1`]],
  [
    "an earlier run has accepted",
    update(invited(["v1"], [consumer, partner]), invited(["v1"], [partner])),
    same(accepted),
    [`lost ${consumer} v1`, `kept ${partner} v1 pending`],
  ],
  [
    "an earlier run has accepted",
    update(invited(["v1"], [consumer]), invited(["v1", "v2"], [consumer])),
    same(accepted),
    [`kept ${consumer} v1`, `gained ${consumer} v2`],
  ],
  ["this run accepts", update(invited(["v1"], []), invited(["v1"], [consumer])), create(open), [`gained ${consumer} v1`]],
  [
    "an earlier run has accepted another invitation",
    update(invited(["v1"], []), invited(["v1"], [consumer])),
    same(accepted),
    [`gained ${consumer} v1 pending`],
  ],
  ["this run leaves", remove(invited(["v1"], [consumer])), remove(accepted), [`lost ${consumer} v1`]],
  ["this run leaves", same(invited(["v1"], [consumer])), remove(accepted), [`lost ${consumer} v1`]],
  ["no account has accepted", remove(invited(["v1"], [consumer])), same(open), [`lost ${consumer} v1 pending`]],
  [
    "this run accepts another share",
    update(invited(["v1"], []), invited(["v1"], [consumer])),
    create({ ...open, id: "rs-b", inputs: { shareId: "rs-b" } }),
    [`gained ${consumer} v1 pending`],
  ],
])("reports access of an owner's stack where %s in another stack", (_title, owner, other, changes) => {
  const others = acceptorStepsIn(previewOf(other), stackOf("accept", { accountId: consumer }));
  const diff = diffAccess(withAcceptorSteps(previewOf(owner), others), { members: new Set() });
  expect(diff.remarks).toEqual([]);
  expect(
    diff.changes.map(({ change, target, resource, pending }) => `${change} ${target.id} ${resource.id}${pending ? " pending" : ""}`),
  ).toEqual(changes);
});

test.each<[targets: readonly string[], wasPending: readonly unknown[], isIncomplete: boolean]>([
  [[partner], [true], false],
  [[consumer, partner], [undefined, undefined], true],
])("counts an acceptor whose account only its own stack knows as one of the invited accounts: %j", (targets, wasPending, isIncomplete) => {
  const other = create(acceptor("accept", { account: "partner" }));
  const others = acceptorStepsIn(previewOf(other), stackOf("accept", { accountId: consumer }));
  const diff = diffAccess(withAcceptorSteps(previewOf(same(invited(["v1"], targets))), others), { members: new Set() });
  expect([diff.changes.map((change) => change.wasPending), diff.isIncomplete]).toEqual([wasPending, isIncomplete]);
});

test("keeps the account of an owner's stack apart from that of an acceptor in another one", () => {
  const inputs = { shareId: "rs-a", targets: [partner], resources: [{ type: "VSwitch", id: "v1" }] };
  const part = create({ kind: "ShareAssociation", name: "more", inputs });
  const others = acceptorStepsIn(previewOf(same(accepted)), stackOf("accept", { accountId: consumer }));
  const { changes } = diffAccess(withAcceptorSteps(previewOf(part), others));
  expect(changes.map(({ account, target }) => [target.id, account])).toContainEqual([partner, undefined]);
});

test("finds the acceptor of a share that the same update has created: only the events of an update have its id", () => {
  const created = create(invited(["v1"], [consumer]));
  const owner = readPreview(streamOf([created]));
  const others = acceptorStepsIn(previewOf(create(open)), stackOf("accept", { accountId: consumer }));
  const { changes } = diffAccess(withAcceptorSteps(owner, others), { members: new Set() });
  expect(changes.map(({ change, pending, shares: [first] }) => [change, pending, first?.id])).toEqual([["gained", false, "rs-a"]]);
});

test.each<[title: string, other: object, gap: boolean]>([
  ["accepts the replacement", replace(accepted, acceptor("accept", { shareId: "rs-new" })), true],
  ["changes and keeps its acceptance", update(accepted, accepted), false],
])("reports a gap only where a share is replaced and another stack %s: it runs after the old share is deleted", (_title, other, gap) => {
  const edge = invited(["v1"], [consumer]);
  const own = gap ? { ...replace(edge), newState: { ...create(edge).newState, id: "rs-new" } } : update(edge, edge);
  const ofOther = JSON.parse(JSON.stringify(other).replaceAll("urn:pulumi:dev::", "urn:pulumi:accept::")) as object;
  const others = acceptorStepsIn(previewOf(ofOther), stackOf("accept", { accountId: consumer }));
  const owner = readPreview(
    streamOf(
      gap
        ? [
            { ...own, op: "create-replacement" },
            { ...own, op: "delete-replaced", newState: undefined },
          ]
        : [own],
    ),
  );
  const { changes } = diffAccess(withAcceptorSteps(owner, others), { members: new Set() });
  expect(changes.map((one) => [one.change, one.pending, one.gap])).toEqual([["kept", false, gap]]);
});
