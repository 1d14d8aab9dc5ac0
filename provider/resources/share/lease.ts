import { maxTags } from "../../api/parameters.ts";
import { taggedType, TagResources } from "../../api/tags.ts";
import type { Client } from "../../client/client.ts";
import type { Clock } from "../../kernel/clock.ts";
import { chunks } from "../../kernel/ids.ts";
import { renewalMs } from "./creation-rules.ts";
import { leaseKey } from "../tags/tag-calls.ts";

/** The timeout of a renewal, in milliseconds. */
const timeoutMs = 4_000;
/** Shares that are due within this time are renewed in the same call, in milliseconds. */
const togetherMs = renewalMs / 2;

interface Held {
  dueAt: number;
  readonly untilAt: number;
  /** When the last renewal that took effect began. */
  renewedAt: number;
  pending: Promise<void> | undefined;
}

/** How soon a failed renewal is retried, in milliseconds. */
const retryMs = 1_000;
/** The longest gap between proofs of ownership, in milliseconds: an observer decides after a longer one only (`observationMs`, less what lists may lag). */
const maxGapMs = 2 * renewalMs;

/**
 * Proves to other processes that this process's creations are in progress.
 * The lease is a tag whose value changes every five seconds, and is equal for all shares of the process.
 * A failed renewal is retried after a second; only the create tag decides which process owns a share.
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

  /** Renews the lease of a share until it is released, or until `untilAt` in the clock's milliseconds. */
  hold(id: string, untilAt: number): void {
    const now = this.#clock.now();
    this.#held.set(id, { dueAt: now + renewalMs, untilAt, renewedAt: now, pending: undefined });
    this.#schedule();
  }

  /** Returns when the last renewal of an unbroken series began; `undefined` when the lease is not held. */
  renewedAt(id: string): number | undefined {
    return this.#held.get(id)?.renewedAt;
  }

  /** Stops the renewals of a share; resolves when the last one has ended, so that none follows the removal of the tag. */
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
        // After a longer gap another process may have resumed the creation meanwhile: a later renewal proves nothing.
        for (const [, held] of some) if (isDone && this.#clock.now() - held.renewedAt <= maxGapMs) held.renewedAt = now;
        if (isDone) return;
        for (const [, held] of some) held.dueAt = Math.min(held.dueAt, this.#clock.now() + retryMs);
        this.#schedule();
      });
      for (const [, held] of some) {
        held.dueAt = now + renewalMs;
        held.pending = pending;
      }
    }
    this.#schedule();
  }

  /** Writes the lease of the shares; returns whether the call succeeded. */
  async #renew(ids: string[]): Promise<boolean> {
    const stop = new AbortController();
    const callOff = this.#clock.setTimer(timeoutMs, () => stop.abort(new Error("the renewal took too long")));
    const Tag = [{ Key: leaseKey, Value: `${this.#creator}.${(this.#count += 1)}` }];
    const request = { ResourceType: taggedType, RegionId: this.#client.region, ResourceId: ids, Tag };
    try {
      await this.#client.call(TagResources, request, { signal: stop.signal, deadline: this.#clock.now() + timeoutMs });
      return true;
    } catch {
      return false;
    } finally {
      callOff();
    }
  }
}
