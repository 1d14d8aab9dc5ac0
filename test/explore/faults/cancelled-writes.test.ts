import { describe, expect, it } from "vitest";
import type { Transport } from "../../../provider/wire/transport.ts";
import { demo } from "../../../simulator/world/demo.ts";
import type { Program } from "../engine/engine.ts";
import type { ProgramEntry } from "../../support/random-programs/render.ts";
import { openFixture, share, vswitches } from "../programs/fixture.ts";
import { snapshotOf } from "../invariants/state-snapshot.ts";

const child = (kind: ProgramEntry["kind"], args: object): ProgramEntry => ({
  ...{ kind, name: kind, options: {} },
  args: { shareId: { $id: "net" }, ...args },
});
const net = share("net", { allowExternalTargets: true });
const inviting = share("net", { allowExternalTargets: true, targets: [demo.consumer] });
const permission = (kind: string) => child("SharePermission", { permissionName: `AliyunRSPermissionVSwitch${kind}` });
const association = (target: string) => child("ShareAssociation", { targets: [target] });
const tags = (values: object) => child("ShareTags", { tags: values });
const acceptor = child("InvitationAcceptor", { account: "consumer" });

/** An update of one resource: the program before it, its program, and the program after it, which removes what it has done. */
const updates: readonly (readonly [name: string, before: Program, program: Program, after: Program])[] = [
  ["creation of a ResourceShare", [], [net], []],
  ["update of a ResourceShare", [net], [share("net", { resources: vswitches(2), tags: { team: "a" } })], [net]],
  ["deletion of a ResourceShare", [net], [], []],
  ["creation of a ShareAssociation", [net], [net, association(demo.network)], [net]],
  ["update of a ShareAssociation", [net, association(demo.network)], [net, association(demo.sandbox)], [net]],
  ["deletion of a ShareAssociation", [net, association(demo.network)], [net], [net]],
  ["creation of a SharePermission", [net], [net, permission("ReadWrite")], [net]],
  ["update of a SharePermission", [net, permission("ReadOnly")], [net, permission("ReadWrite")], [net]],
  ["deletion of a SharePermission", [net, permission("ReadOnly")], [net], [net]],
  ["creation of a ShareTags", [net], [net, tags({ team: "a" })], [net]],
  ["update of a ShareTags", [net, tags({ team: "a" })], [net, tags({ team: "b", cost: "1" })], [net, tags({ team: "a" })]],
  ["deletion of a ShareTags", [net, tags({ team: "a" })], [net], [net]],
  ["creation of an InvitationAcceptor", [inviting], [inviting, acceptor], [inviting]],
  ["deletion of an InvitationAcceptor", [inviting, acceptor], [inviting], [inviting]],
];

/** What happens to the write that is in flight when the user cancels. */
interface Fate {
  readonly executedAfterMs: number;
  readonly isAnswered: boolean;
}
const fates: readonly (readonly [name: string, fate: Fate])[] = [
  ["is answered two seconds later", { executedAfterMs: 2_000, isAnswered: true }],
  ["is executed two seconds later and never answered", { executedAfterMs: 2_000, isAnswered: false }],
  ["is executed after its call has ended", { executedAfterMs: 4_000, isAnswered: false }],
  ["is never executed", { executedAfterMs: Number.POSITIVE_INFINITY, isAnswered: false }],
];

const never = new Promise<never>(() => undefined);
const settledMs = 10_000;

/** Runs an update that the user cancels at its write with a number, and then the program that removes what the update has done. */
async function cancelledAtWrite(number: number, { executedAfterMs, isAnswered }: Fate, [before, program, after]: readonly Program[]) {
  const { harness, engine, start } = openFixture({}, "plugin");
  const { clock, simulator } = harness;
  const process = (transport: Transport = simulator.transport) => start({ transport, accounts: { consumer: demo.consumer } });
  const up = async (declared: Program = []) => {
    expect((await engine.up(process(), declared)).failures).toEqual([]);
    await clock.sleep(settledMs);
  };
  await up(before);
  const unchanged = snapshotOf(harness, engine).world;
  let writes = 0;
  let cancelledAt: number | undefined;
  const running = process(async (request, signal) => {
    const operation = request.headers["x-acs-action"] ?? "";
    if (/^(List|Get|Check)/.test(operation) || (writes += 1) !== number) return simulator.transport(request, signal);
    cancelledAt = clock.now();
    running.cancel();
    if (!Number.isFinite(executedAfterMs)) return never;
    await clock.sleep(executedAfterMs);
    // The service may execute a request although its client has closed the connection.
    const answer = await simulator.transport(request, new AbortController().signal);
    return isAnswered ? answer : never;
  });
  await engine.up(running, program ?? []);
  const endedAfterMs = clock.now() - (cancelledAt ?? clock.now());
  await clock.sleep(settledMs);
  const laterWrites = cancelledAt === undefined ? 0 : writes - number;
  await up(after);
  return { wasCancelled: cancelledAt !== undefined, laterWrites, endedAfterMs, unchanged, world: snapshotOf(harness, engine).world };
}

describe.each(updates)("a %s that is cancelled while a write is in flight", (name, ...programs) => {
  // The id of a share is in the answer of its creating call only, so that the call is not cut.
  const mostMs = name === "creation of a ResourceShare" ? 45_000 : 9_000;

  it.each(fates)("leaves nothing behind that no state knows when the write %s", async (_name, fate) => {
    const { world, unchanged } = await cancelledAtWrite(Number.POSITIVE_INFINITY, fate, programs);
    for (let number = 1; number < 10; number += 1) {
      const ended = await cancelledAtWrite(number, fate, programs);
      expect(ended.wasCancelled || number > 1).toBe(true);
      if (!ended.wasCancelled) return;
      expect(ended.laterWrites).toBe(0);
      // An invitation stays open when nothing has accepted it.
      expect([world, unchanged]).toContainEqual(ended.world);
      expect(ended.endedAfterMs).toBeLessThan(mostMs);
    }
  });
});
