import type { Tag } from "../../api/entities.ts";
import { taggedType, TagResources } from "../../api/tags.ts";
import type { Client } from "../../client/client.ts";
import { withoutDeadline } from "../../client/pipeline/deadline.ts";
import { type Clock, elapsedMs, type Instant, instantOf } from "../../kernel/clock.ts";
import { confirmationMs, observationMs, renewalMs } from "./creation-rules.ts";
import { leaseKey } from "../tags/tag-calls.ts";

/** The timeout of a renewal, in milliseconds. */
export const renewalTimeoutMs = 4_000;
/** Shares that are due within this time are renewed in the same call, in milliseconds. */
const togetherMs = renewalMs / 2;
/**
 * The longest gap between renewals, in milliseconds.
 * After a longer one, as after a sleep of the machine, another process may have finished the creation: a renewal would restore a removed tag.
 */
const maxGapMs = observationMs + confirmationMs - renewalTimeoutMs;

interface Held {
  dueAt: number;
  readonly untilAt: number;
  /** When the last renewal that took effect began. */
  renewed: Instant;
}

/** How soon a failed renewal is retried, in milliseconds. */
const retryMs = 1_000;

/**
 * Proves to other processes that this process's creations are in progress.
 * The lease is a tag whose value changes every five seconds, and is equal for all shares of the process.
 * The creating call sets its first value. A failed renewal is retried after a second.
 * Only a share that has it can be resumed: removing the create tag and the lease in one call ends a creation for all processes.
 */
export class Lease {
  readonly #held = new Map<string, Held>();
  /** The renewals in flight, one for each share, also for shares that are not held any more. */
  readonly #inFlight = new Map<string, Promise<void>>();
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

  /** The lease of a share that this process is about to create. */
  get first(): Tag {
    return { Key: leaseKey, Value: `${this.#creator}.0` };
  }

  /**
   * Renews the lease of a share until it is released, or until `untilAt` in the clock's milliseconds.
   * @param since when this process was last known to own the creation
   */
  hold(id: string, untilAt: number, since: Instant): void {
    this.#held.set(id, { dueAt: this.#clock.now() + renewalMs, untilAt, renewed: since });
    this.#schedule();
  }

  /** Stops the renewals of a share; resolves when none is in flight, so that none follows the removal of the tag. */
  async release(id: string): Promise<void> {
    this.#held.delete(id);
    this.#schedule();
    await this.#inFlight.get(id);
  }

  #schedule(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    const now = this.#clock.now();
    for (const [id, { untilAt }] of this.#held) if (untilAt <= now) this.#held.delete(id);
    // The end of a renewal in flight schedules the share's next one.
    const waiting = [...this.#held].filter(([id]) => !this.#inFlight.has(id));
    if (waiting.length === 0) return;
    const dueAt = Math.min(...waiting.map(([, held]) => held.dueAt));
    // A renewal serves all shares: it is no write of the operation that has set the timer.
    this.#callOff = withoutDeadline(() => this.#clock.setTimer(Math.max(0, dueAt - now), () => this.#renewDue()));
  }

  #renewDue(): void {
    const start = instantOf(this.#clock);
    const { now } = start;
    for (const [id, { renewed }] of this.#held) if (elapsedMs(this.#clock, renewed) > maxGapMs) this.#held.delete(id);
    const due = [...this.#held].filter(([id, { dueAt, untilAt }]) => !this.#inFlight.has(id) && dueAt <= now + togetherMs && now < untilAt);
    const value = `${this.#creator}.${(this.#count += 1)}`;
    for (const [id, held] of due) {
      held.dueAt = now + renewalMs;
      const renewal = this.#renew(id, value).then((isDone) => {
        this.#inFlight.delete(id);
        if (isDone) held.renewed = start;
        else held.dueAt = Math.min(held.dueAt, this.#clock.now() + retryMs);
        this.#schedule();
      });
      this.#inFlight.set(id, renewal);
    }
    this.#schedule();
  }

  /**
   * Writes the lease of a share; returns whether the call succeeded.
   * The client sends the renewals of up to twenty shares in one request, and without a share that the service refuses.
   */
  async #renew(id: string, value: string): Promise<boolean> {
    const stop = new AbortController();
    const callOff = this.#clock.setTimer(renewalTimeoutMs, () => stop.abort(new Error("the renewal took too long")));
    const tags = [{ Key: leaseKey, Value: value }];
    const request = { ResourceType: taggedType, RegionId: this.#client.region, ResourceId: [id], Tag: tags };
    try {
      await this.#client.call(TagResources, request, { signal: stop.signal, deadline: this.#clock.now() + renewalTimeoutMs });
      return true;
    } catch {
      return false;
    } finally {
      callOff();
    }
  }
}
