import { seededRandom } from "../../provider/kernel/random.ts";
import { loadWorld, saveWorld } from "./world-file.ts";
import type { FullWorldFile } from "./world-schema.ts";
import { World } from "./world.ts";

interface Snapshot {
  readonly at: number;
  readonly file: FullWorldFile;
}

/** The recent past of a world, for stale reads. It is recorded only as far back as they reach, because each change copies the world. */
export class WorldHistory {
  readonly #world: World;
  /** The oldest first. */
  #snapshots: Snapshot[] = [];
  #reachMs = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Sets how far back the past reaches, in milliseconds. Recording begins with the first call with more than 0. */
  keep(reachMs: number): void {
    this.#reachMs = reachMs;
    if (reachMs === 0) this.clear();
    else if (this.#snapshots.length === 0) this.record();
  }

  /** Records the world after a change. */
  record(): void {
    if (this.#reachMs === 0) return;
    const { now } = this.#world;
    this.#snapshots.push({ at: now, file: saveWorld(this.#world) });
    const oldest = this.#snapshots.findLastIndex(({ at }) => at <= now - this.#reachMs);
    this.#snapshots.splice(0, Math.max(0, oldest));
  }

  /**
   * Returns a copy of the world as it was at a time, with the transitions that were due. For a time before the first record, it returns the
   * oldest record; with no records, the world itself.
   */
  at(time: number): World {
    const snapshot = this.#snapshots.findLast(({ at }) => at <= time) ?? this.#snapshots[0];
    if (snapshot === undefined) return this.#world;
    const now = Math.max(time, snapshot.at);
    // Random numbers of its own: the world must not depend on how often it is read.
    const past = new World({ ...this.#world.dependencies, now: () => now, random: seededRandom(1) });
    loadWorld(past, snapshot.file);
    return past;
  }

  clear(): void {
    this.#snapshots = [];
  }
}
