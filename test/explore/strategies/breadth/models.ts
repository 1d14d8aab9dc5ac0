import * as operations from "./operations.ts";
import type { Model } from "./search.ts";

const { net, changedNet, netAndMore, up, destroy, refresh, upOfBoth } = operations;

const lostCalls: readonly string[] = ["request lost", "answer lost"];
const kills: readonly string[] = ["killed before it is sent", "killed before its answer", "engine killed, the process lives on"];
const failures: readonly string[] = ["403", "no connection from here on"];
const replace = up(net, { name: "up --replace", replaced: ["net"] });
const changed = up(changedNet, { name: "up of a changed program" });

/** A model with the bounds of the tests. */
interface BoundedModel extends Model {
  /** What is different in the long search. */
  readonly long: Partial<Model>;
}

const oneShare: BoundedModel = {
  name: "one share",
  stacks: 1,
  operations: [up(net), destroy(), replace],
  faults: [...lostCalls, ...kills, ...failures],
  depth: 3,
  budget: 1,
  long: { depth: 4, budget: 2, perOperation: 1 },
};

/** A share and an association, updated and deleted together or one at a time. */
const twoResources: BoundedModel = {
  name: "two resources",
  stacks: 1,
  operations: [
    up(netAndMore),
    up(netAndMore, { name: "up --target more", targets: ["more"] }),
    up(net, { name: "up without the association" }),
    destroy(0, ["more"]),
  ],
  faults: ["killed before its answer"],
  depth: 3,
  budget: 1,
  long: {
    operations: [
      up(netAndMore),
      up(netAndMore, { name: "up --target net", targets: ["net"] }),
      up(netAndMore, { name: "up --target more", targets: ["more"] }),
      up(netAndMore, { name: "up --replace net", replaced: ["net"] }),
      up(net, { name: "up without the association" }),
      destroy(),
      destroy(0, ["more"]),
    ],
    faults: [...lostCalls, ...kills, ...failures],
  },
};

/** A person edits the share between two runs, or the program changes. */
const editedShare: BoundedModel = {
  name: "edits",
  stacks: 1,
  operations: [up(net), changed, refresh, operations.rename, operations.deleteShare, operations.removeCreateTag, operations.copyTags],
  faults: ["killed before its answer"],
  depth: 3,
  budget: 1,
  long: {
    operations: [
      ...[up(net), changed, destroy(), refresh, replace, operations.rename, operations.addTarget, operations.removeTarget],
      ...[operations.deleteShare, operations.removeCreateTag, operations.copyTags],
    ],
    depth: 4,
  },
};

/** Each list may be five seconds old. */
const oldLists: BoundedModel = {
  name: "old lists",
  stacks: 1,
  operations: [up(net)],
  faults: ["answer lost", "killed before its answer", "it shows an old list"],
  depth: 2,
  budget: 2,
  perOperation: 1,
  long: { operations: [up(net), destroy(), replace], depth: 3, perOperation: 2 },
};

/** Lists show a new share five seconds late, and another new one at once. */
const lateShares: BoundedModel = {
  name: "late shares",
  stacks: 1,
  operations: [up(net)],
  faults: ["its share is listed late", "killed before its answer"],
  depth: 2,
  budget: 2,
  long: { operations: [up(net), destroy(), replace], faults: ["its share is listed late", ...lostCalls, ...kills], depth: 3 },
};

/** Two stacks of one name on two backends, without a common lock. */
const twoStacks: BoundedModel = {
  name: "two stacks",
  stacks: 2,
  operations: [upOfBoth(net), up(net)],
  faults: ["the other engine begins", "killed before its answer"],
  depth: 2,
  budget: 1,
  long: {
    operations: [upOfBoth(net), up(net), up(net, { stack: 1 }), destroy(), destroy(1)],
    faults: ["the other engine begins", ...lostCalls, ...kills, ...failures],
    depth: 3,
  },
};

const deviceAction: BoundedModel = {
  name: "an action",
  stacks: 1,
  operations: [up(operations.action), destroy()],
  faults: [...lostCalls, ...kills, ...failures],
  depth: 3,
  budget: 1,
  long: { depth: 4, budget: 2 },
};

export const models: readonly BoundedModel[] = [oneShare, twoResources, editedShare, oldLists, lateShares, twoStacks, deviceAction];
