import { describe, expect, it } from "vitest";
import { VirtualClock } from "../../../../provider/kernel/clock.ts";
import { Claims } from "../../../../provider/lifecycle/claims.ts";
import { Ownership } from "../../../../provider/lifecycle/ownership.ts";

const part = "target 1";
const claim = { objectId: "rs-1", property: "targets", part };

/** Two resources of one run: `giver` removes a part that `heir` lists. */
function run() {
  const [clock, claims, ownership] = [new VirtualClock(), new Claims(), new Ownership()];
  const removed: string[] = [];
  const contextOf = (urn: string) => ({ clock, claims, urn, isDeletion: false });
  const check = (urn: string, listed: readonly (typeof claim)[]) => {
    claims.claim(urn, listed);
    ownership.recordChecked(urn);
  };
  const remove = (urn = "giver") =>
    ownership.remove(
      contextOf(urn),
      "rs-1",
      [part],
      (name) => name,
      async (names) => void removed.push(...names),
    );
  return { clock, ownership, removed, contextOf, check, remove };
}

describe("a part that a resource gives up", () => {
  it("keeps a part of a share that one resource gives up while another one has it in its state", async () => {
    const { ownership, check, remove, removed } = run();
    check("heir", [claim]);
    expect(ownership.recordCompared("heir", [claim], [claim])).toBe(false);
    await remove();
    expect(removed).toEqual([]);
  });

  it("keeps a part of a share that one resource gives up when another one that lists it has added it meanwhile", async () => {
    const { clock, ownership, contextOf, check, remove, removed } = run();
    check("heir", [claim]);
    const given = remove();
    await ownership.add(contextOf("heir"), "rs-1", [part], () => clock.sleep(1_000));
    await given;
    expect(removed).toEqual([]);
  });

  it("removes a given-up part of a share when the other resource that lists it has failed", async () => {
    const { clock, ownership, check, remove, removed } = run();
    check("heir", [claim]);
    const given = remove();
    await clock.sleep(1_000);
    ownership.recordEnded("heir", []);
    await given;
    expect([removed, clock.now()]).toEqual([[part], 1_000 + new VirtualClock().now()]);
  });

  it("removes a given-up part of a share when the other resource that lists it does not begin in five seconds", async () => {
    const { clock, check, remove, removed } = run();
    check("heir", [claim]);
    await remove();
    expect([removed, clock.now()]).toEqual([[part], 5_000 + new VirtualClock().now()]);
  });

  it("reports a given-up part of a share as lost to a second resource that has it, so that it adds the part again", () => {
    const { ownership, check } = run();
    check("giver", []);
    ownership.recordCompared("giver", [claim], []);
    check("heir", [claim]);
    expect(ownership.recordCompared("heir", [claim], [claim])).toBe(true);
    expect(ownership.isLost("heir", "rs-1", part)).toBe(true);
    expect(ownership.isLost("giver", "rs-1", part)).toBe(false);
  });

  it("adds a part of a share only after its removal in progress has ended", async () => {
    const { clock, ownership, contextOf } = run();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(`${name} begins`);
      await clock.sleep(1_000);
      order.push(`${name} ends`);
    };
    const removal = ownership.remove(contextOf("giver"), "rs-1", [part], (name) => name, work("removal"));
    await clock.sleep(1);
    await Promise.all([removal, ownership.add(contextOf("heir"), "rs-1", [part], work("addition"))]);
    expect(order).toEqual(["removal begins", "removal ends", "addition begins", "addition ends"]);
  });
});
