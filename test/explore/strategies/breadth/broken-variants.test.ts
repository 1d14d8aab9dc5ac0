import { afterEach, describe, expect, it, vi } from "vitest";
import type { Invariant } from "./invariants.ts";
import type { Counterexample, Model } from "./search.ts";

const differences = "../../../../provider/resources/share/creation/differences.ts";
const findUnfinished = "../../../../provider/resources/share/creation/find-unfinished.ts";
const updateShare = "../../../../provider/resources/share/update-share.ts";

type Operations = typeof import("./operations.ts");

/** Searches the protocol as it is after the mocks; returns whether it breaks a promise outside the documented exceptions. */
async function breaks(invariant: Invariant, modelOf: (operations: Operations) => Pick<Model, "operations" | "depth" | "budget">) {
  const [{ search }, operations] = await Promise.all([import("./search.ts"), import("./operations.ts")]);
  const faults: Model["faults"] = ["killed before its answer"];
  const model: Model = { name: "variant", stacks: 1, faults, perOperation: 1, ...modelOf(operations) };
  const isSought = ({ exception, violation }: Counterexample) => exception === undefined && violation.invariant === invariant;
  const { counterexamples } = await search(model, isSought);
  return counterexamples.some(isSought);
}

describe("a search of a protocol that is broken", { timeout: 120_000 }, () => {
  afterEach(() => {
    for (const path of [differences, findUnfinished, updateShare]) vi.doUnmock(path);
    vi.resetModules();
  });

  it("detects a lost share in the search when a broken provider removes the create tag first", async () => {
    vi.doMock(updateShare, async (importOriginal) => {
      const original = await importOriginal<typeof import("../../../../provider/resources/share/update-share.ts")>();
      const { createTagKey, untag } = await import("../../../../provider/resources/tags/tag-calls.ts");
      const updateAfterUntagging: typeof original.updateShare = async (context, id, ...states) => {
        await untag(context, id, [createTagKey]);
        return original.updateShare(context, id, ...states);
      };
      return { ...original, updateShare: updateAfterUntagging };
    });
    const invariant = "every share of a stack is in its state or has its create tag";
    expect(await breaks(invariant, ({ up, net }) => ({ operations: [up(net)], depth: 2, budget: 1 }))).toBe(true);
  });

  it("detects duplicate shares in the exploration when a broken provider does not look for its unfinished share", async () => {
    vi.doMock(findUnfinished, async (importOriginal) => ({ ...(await importOriginal<object>()), resumedShare: async () => undefined }));
    expect(await breaks("a resource has one share", ({ up, net }) => ({ operations: [up(net)], depth: 3, budget: 2 }))).toBe(true);
  });

  it("detects the deletion of another owner's share in the exploration when a broken provider resumes shares without a comparison", async () => {
    vi.doMock(differences, async (importOriginal) => ({ ...(await importOriginal<object>()), differencesOf: () => [] }));
    const modelOf = ({ up, net, copyTags, deleteShare }: Operations) => ({
      operations: [up(net), copyTags, deleteShare],
      depth: 4,
      budget: 1,
    });
    expect(await breaks("no share of another owner is changed", modelOf)).toBe(true);
  });
});
