import { maxTags } from "../../api/parameters.ts";
import { taggedType, TagResources } from "../../api/tags.ts";
import type { Client } from "../../client/client.ts";
import type { Clock } from "../../kernel/clock.ts";
import { chunks } from "../../kernel/ids.ts";
import { renewalMs } from "./creation-rules.ts";
import { leaseKey } from "../tags/tag-calls.ts";

/** How long a renewal may take, in milliseconds. */
const patienceMs = 4_000;
/** Shares that are due so soon are renewed in the same call, in milliseconds. */
const togetherMs = renewalMs / 2;

interface Held {
  dueAt: number;
  readonly untilAt: number;
  /** When the last renewal that took effect began. */
  renewedAt: number;
  pending: Promise<void> | undefined;
}

/**
 * Shows other processes that creations of this one are in progress: a tag, equal for all shares of the process, whose value changes every five seconds.
 * A renewal that fails is left out; the create tag alone decides who owns a share.
 */
export class Lease {
  readonly #held = new Map<string, Held>();
  readonly #client: Client;
  readonly #clock: Clock;
  readonly #creator: string;
  #count = 0;
  #callOff: (() => void) | undefined;

  constructor(client: Client, clock: Clock, creator: string) {
    this.#client = client;
    this.#clock = clock;
    this.#creator = creator;
  }

  /** Renews the lease of a share from now on, until it is released or the time is over. */
  hold(id: string, untilAt: number): void {
    const now = this.#clock.now();
    this.#held.set(id, { dueAt: now + renewalMs, untilAt, renewedAt: now, pending: undefined });
    this.#schedule();
  }

  /** When it was last shown that the creation of a share is in progress; `undefined` when its lease is not held. */
  renewedAt(id: string): number | undefined {
    return this.#held.get(id)?.renewedAt;
  }

  /** Ends the renewals of a share; resolves when the last one is over, so that none comes after the tag was taken off. */
  async release(id: string): Promise<void> {
    const held = this.#held.get(id);
    this.#held.delete(id);
    this.#schedule();
    await held?.pending;
  }

  #schedule(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    const now = this.#clock.now();
    for (const [id, { untilAt }] of this.#held) if (untilAt <= now) this.#held.delete(id);
    if (this.#held.size === 0) return;
    const dueAt = Math.min(...[...this.#held.values()].map((held) => held.dueAt));
    this.#callOff = this.#clock.setTimer(Math.max(0, dueAt - now), () => this.#renewDue());
  }

  #renewDue(): void {
    const now = this.#clock.now();
    const due = [...this.#held].filter(([, { dueAt, untilAt }]) => dueAt <= now + togetherMs && now < untilAt);
    for (const some of chunks(due, maxTags)) {
      const pending = this.#renew(some.map(([id]) => id)).then((isDone) => {
        for (const [, held] of some) if (isDone) held.renewedAt = now;
      });
      for (const [, held] of some) {
        held.dueAt = now + renewalMs;
        held.pending = pending;
      }
    }
    this.#schedule();
  }

  /** Gives whether it took effect. */
  async #renew(ids: string[]): Promise<boolean> {
    const stop = new AbortController();
    const callOff = this.#clock.setTimer(patienceMs, () => stop.abort(new Error("the renewal took too long")));
    const Tag = [{ Key: leaseKey, Value: `${this.#creator}.${(this.#count += 1)}` }];
    const request = { ResourceType: taggedType, RegionId: this.#client.region, ResourceId: ids, Tag };
    try {
      await this.#client.call(TagResources, request, { signal: stop.signal, deadline: this.#clock.now() + patienceMs });
      return true;
    } catch {
      return false;
    } finally {
      callOff();
    }
  }
}
