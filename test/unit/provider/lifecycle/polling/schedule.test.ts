import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  gatherMs,
  idleWindowMs,
  maxProbeMs,
  maxWindowMs,
  nextPoll,
  pollIntervalMs,
  probedKeys,
  type Waiter,
} from "../../../../../provider/lifecycle/polling/schedule.ts";

const key = fc.integer({ min: 0, max: 12 }).map((number) => `rs-${number}`);
const time = fc.integer({ min: 0, max: 20_000 });
const read = fc.record({ key, dueAt: time }).map((some): Waiter => ({ ...some, latestAt: some.dueAt, isRead: true }));
const wait = fc.record({ key, dueAt: time }).map((some): Waiter => ({ ...some, latestAt: some.dueAt + maxWindowMs, isRead: false }));
const unknownWait = fc.record({ key, unknownSince: time, laterMs: fc.integer({ min: 0, max: 10_000 }) }).map((some): Waiter => {
  const dueAt = some.unknownSince + some.laterMs;
  return { key: some.key, unknownSince: some.unknownSince, dueAt, latestAt: dueAt + maxWindowMs, isRead: false };
});
const known = fc.array(fc.oneof(read, wait), { minLength: 1, maxLength: 40 });
const any = fc.array(fc.oneof(read, wait, unknownWait), { minLength: 1, maxLength: 40 });

const pollOf = (waiters: readonly Waiter[], now: number) => {
  const poll = nextPoll(waiters, now);
  if (poll === undefined) throw new Error("no poll");
  return poll;
};

describe("a schedule of polls", () => {
  it("schedules no poll without waits", () => {
    expect(nextPoll([], 5)).toBeUndefined();
  });

  it("schedules one poll for waits that are due close together, when the last of them is due", () => {
    const waits = [0, 1, 2, 3, 4].map((index): Waiter => {
      const dueAt = (index * maxWindowMs) / 3;
      return { key: `rs-${index}`, dueAt, latestAt: dueAt + maxWindowMs, isRead: false };
    });
    expect(pollOf(waits, 0)).toMatchObject({ at: maxWindowMs, waiters: waits.slice(0, 4) });
    expect(pollOf(waits.slice(4), 0)).toMatchObject({ at: (4 * maxWindowMs) / 3 });
    const apart = [0, idleWindowMs + 1].map((dueAt): Waiter => ({
      key: `rs-${dueAt}`,
      dueAt,
      latestAt: dueAt + maxWindowMs,
      isRead: false,
    }));
    expect(pollOf(apart, 0)).toMatchObject({ at: 0, waiters: apart.slice(0, 1) });
  });

  it("schedules each poll for at least one wait, and none in the past", () => {
    fc.assert(
      fc.property(any, time, (waiters, now) => {
        const { at, waiters: polled } = pollOf(waiters, now);
        expect(polled.length).toBeGreaterThan(0);
        expect(at).toBeGreaterThanOrEqual(now);
      }),
    );
  });

  it("schedules no poll of a wait before it is due", () => {
    fc.assert(
      fc.property(any, time, (waiters, now) => {
        const { at, waiters: polled } = pollOf(waiters, now);
        expect(polled.filter(({ dueAt, isRead }) => !isRead && dueAt > at)).toEqual([]);
      }),
    );
  });

  it("delays no waiter of known latency longer than it allows, and polls all that are due with it", () => {
    fc.assert(
      fc.property(known, time, (waiters, now) => {
        const { at, waiters: polled } = pollOf(waiters, now);
        for (const { latestAt } of waiters) expect(at).toBeLessThanOrEqual(Math.max(now, latestAt));
        expect(polled).toEqual(waiters.filter(({ dueAt, isRead }) => isRead || dueAt <= at));
      }),
    );
  });

  it("defers a wait of unknown latency for probe requests of a few keys, and not for long", () => {
    fc.assert(
      fc.property(fc.array(unknownWait, { minLength: 1, maxLength: 40 }), (waiters) => {
        const { at, waiters: polled } = pollOf(waiters, 0);
        const early = polled.filter(({ unknownSince = 0 }) => at < unknownSince + maxProbeMs);
        expect(new Set(early.map((one) => one.key)).size).toBeLessThanOrEqual(probedKeys);
        const overdueAt = ({ dueAt, unknownSince = 0 }: Waiter) => Math.max(dueAt, unknownSince + maxProbeMs);
        for (const waiter of waiters) if (!polled.includes(waiter)) expect(overdueAt(waiter)).toBeGreaterThan(at);
      }),
    );
  });

  it("polls each waiter once when each poll ends its waiters, whatever their order and the origin of time", () => {
    const pollsOf = (waiters: readonly Waiter[], origin: number) => {
      const polls: { at: number; keys: string[] }[] = [];
      let left = waiters.map((one): Waiter => ({ ...one, dueAt: one.dueAt + origin, latestAt: one.latestAt + origin }));
      for (let now = origin; left.length > 0;) {
        const poll = pollOf(left, now);
        polls.push({ at: poll.at - origin, keys: poll.waiters.map((one) => one.key).toSorted() });
        left = left.filter((one) => !poll.waiters.includes(one));
        now = poll.at;
      }
      return polls;
    };
    fc.assert(
      fc.property(known, time, (waiters, origin) => {
        const polls = pollsOf(waiters, 0);
        expect(polls.flatMap(({ keys }) => keys)).toHaveLength(waiters.length);
        expect(polls.length).toBeLessThanOrEqual(waiters.length);
        expect(pollsOf(waiters.toReversed(), origin)).toEqual(polls);
      }),
    );
  });
});

describe("the interval between two polls", () => {
  it("increases the interval between polls from the minimum to five seconds", () => {
    expect([1, 2, 3, 8, 9, 100].map((polls) => pollIntervalMs(polls))).toEqual([250, 375, 562.5, 250 * 1.5 ** 7, 5000, 5000]);
  });

  it("begins the interval between polls with an eighth of the estimated latency when that is longer", () => {
    expect([1, 2].map((polls) => pollIntervalMs(polls, 200))).toEqual([250, 375]);
    expect([1, 2, 50].map((polls) => pollIntervalMs(polls, 8000))).toEqual([1000, 1500, 5000]);
  });

  it("has a minimum interval between polls that is longer than the time in which reads are batched", () => {
    expect(pollIntervalMs(1)).toBeGreaterThan(gatherMs);
  });
});
