import { createTagKey } from "../../../provider/resources/tags/tag-calls.ts";
import { nameOf } from "../engine/checkpoint.ts";
import type { Engine } from "../engine/engine.ts";
import type { Harness } from "../engine/provider-process.ts";
import { canary } from "../faults/call-faults.ts";
import { liveShares, type StateSnapshot, snapshotOf } from "./state-snapshot.ts";

/** The moments in which no record links a share or a device action to its resource. */
export type DocumentedException = "create tag removed, id not written" | "not listed yet" | "done to a device, not written";

/** Objects that are lost, duplicated, orphaned or otherwise different from those of a run without faults. */
export function problemsOf(harness: Harness, engine: Engine, expected: StateSnapshot): string[] {
  const now = snapshotOf(harness, engine);
  const shares = liveShares(harness.simulator.world);
  const lost = engine.entries.filter(({ kind, id }) => kind === "ResourceShare" && !shares.some((share) => share.id === id));
  const duplicated = shares.filter(({ id, name }) => shares.some((other) => other.id !== id && other.name === name));
  return [
    ...lost.map((entry) => `lost: ${nameOf(entry)} is in the state and does not exist`),
    ...unknownShares(harness, engine).map(({ name }) => `orphaned: no state knows the share ${name}`),
    ...duplicated.map(({ name }) => `duplicated: the share ${name}`),
    ...differences("world", expected.world, now.world),
    ...differences("state", expected.state, now.state),
    ...harness.simulator.invariants().map((broken) => `the world is broken: ${broken}`),
  ];
}

/** Returns the documented exception that a kill has met: the create tag is removed and the id is not recorded, or lists do not show the share yet. */
export function exceptionOf(harness: Harness, engine: Engine): DocumentedException | undefined {
  const unknown = unknownShares(harness, engine);
  if (unknown.some(({ tags }) => !tags.has(createTagKey))) return "create tag removed, id not written";
  const isHidden = unknown.some(({ hidden }) => hidden !== undefined && "at" in hidden && Date.parse(hidden.at) > harness.clock.now());
  return isHidden ? "not listed yet" : undefined;
}

/** Deletes the shares that no state has, as `doctor` advises: all of them, or those that are unfinished. */
export function deleteLostShares(harness: Harness, engine: Engine, isUnfinishedOnly = false): void {
  for (const { id, tags } of unknownShares(harness, engine))
    if (!isUnfinishedOnly || tags.has(createTagKey)) harness.simulator.outOfBand.deleteShare(id);
}

function unknownShares({ simulator }: Harness, { entries }: Engine) {
  return liveShares(simulator.world).filter(({ id }) => !entries.some((entry) => entry.id === id));
}

/** Returns what two snapshots do not have in common, each difference with its first different letters. */
export function differences(what: string, expected: readonly string[], now: readonly string[]): string[] {
  const missing = expected.filter((text) => !now.includes(text));
  const unexpected = now.filter((text) => !expected.includes(text));
  return Array.from({ length: Math.max(missing.length, unexpected.length) }, (_, index) => {
    const [wanted = "nothing", found = "nothing"] = [missing[index], unexpected[index]];
    const same = [...wanted].findIndex((letter, place) => letter !== found[place]);
    const part = (text: string) => text.slice(Math.max(0, same - 40), same + 120);
    return `${what} of ${wanted.slice(0, 60)}: …${part(wanted)}… wanted, …${part(found)}… found`;
  });
}

/** Credentials in messages or in the state. */
export function leaksIn(texts: readonly string[], { entries }: Engine, { simulator }: Harness): string[] {
  const { accessTokens, refreshTokens } = simulator.device.save();
  const secrets = [canary, ...[...accessTokens, ...refreshTokens].map(({ token }) => token)];
  return [...texts, JSON.stringify(entries)]
    .filter((text) => secrets.some((secret) => text.includes(secret)))
    .map((text) => `leaked a secret: ${text}`);
}
