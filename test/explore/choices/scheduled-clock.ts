import type { Scheduler } from "fast-check";
import { VirtualClock } from "../../../provider/kernel/clock.ts";
import type { Transport } from "../../../provider/wire/transport.ts";

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** The longest time that a request takes, in milliseconds: less than every timeout of the client. */
export const longestRequestMs = 1_500;
/** The longest time that an answer takes, in milliseconds: more than what a call may take after its deadline. */
const longestAnswerMs = 4_500;

/**
 * A clock for one run in an order that a scheduler chooses: which request is executed next, which answer comes next, or which timer fires.
 * Timers fire on time. Requests take up to {@link longestRequestMs} and answers up to {@link longestAnswerMs}, and may overtake each other.
 */
export class ScheduledClock extends VirtualClock {
  readonly #scheduler: Scheduler;
  readonly #timers = new Set<Timer>();
  /** The latest times of the requests and answers on their way. */
  readonly #limits = new Set<{ readonly at: number }>();
  #now: number;
  #dueTimers = 0;
  #isTimeOffered = false;

  constructor(scheduler: Scheduler) {
    super();
    this.#now = super.now();
    this.#scheduler = scheduler;
  }

  override now(): number {
    return this.#now;
  }

  override wallTime(): number {
    return this.#now;
  }

  override setTimer(ms: number, ring: () => void): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, ms), ring };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Returns a transport whose requests and answers wait for the scheduler. */
  scheduled(transport: Transport): Transport {
    return async (request, signal) => {
      const operation = request.headers["x-acs-action"] ?? "";
      await this.#onItsWay(`request of ${operation}`, longestRequestMs);
      const answer = await transport(request, signal);
      await this.#onItsWay(`answer of ${operation}`, longestAnswerMs);
      return answer;
    };
  }

  /**
   * Runs the tasks in the scheduler's order until some work has ended.
   * @param onTask receives the number of each task before it runs
   */
  async drive<T>(work: Promise<T>, onTask: (task: number) => void = () => undefined): Promise<T> {
    const state = { isOver: false };
    const ended = work.finally(() => (state.isOver = true));
    ended.catch(() => undefined);
    await continuations();
    for (let tasks = 1; !state.isOver; tasks += 1) {
      onTask(tasks);
      this.#offerTime();
      // A kill ends the work, and may leave nothing to wait for.
      if (this.#scheduler.count() > 0) await this.#scheduler.waitNext(1);
      await continuations();
      if (this.#scheduler.count() === 0 && this.#timers.size === 0 && !state.isOver) {
        throw new Error("the run waits for nothing that could happen");
      }
    }
    return ended;
  }

  async #onItsWay(label: string, longestMs: number): Promise<void> {
    const limit = { at: this.#now + longestMs };
    this.#limits.add(limit);
    await this.#scheduler.schedule(Promise.resolve(), label);
    this.#limits.delete(limit);
  }

  /** Lets the scheduler choose that time passes: until the next timer, while no request and no answer becomes too late. */
  #offerTime(): void {
    const at = Math.min(...[...this.#timers, ...this.#limits].map((one) => one.at));
    if (this.#isTimeOffered || this.#dueTimers > 0 || at === Number.POSITIVE_INFINITY) return;
    const isBlocked = [...this.#limits].some((limit) => limit.at <= this.#now);
    if (isBlocked && ![...this.#timers].some((timer) => timer.at <= this.#now)) return;
    this.#isTimeOffered = true;
    void this.#scheduler.schedule(Promise.resolve(), "time passes").then(() => this.#passTime());
  }

  #passTime(): void {
    this.#isTimeOffered = false;
    const next = Math.min(...[...this.#timers, ...this.#limits].map((one) => one.at));
    if (next === Number.POSITIVE_INFINITY) return;
    this.#now = Math.max(this.#now, next);
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.#now)) {
      this.#dueTimers += 1;
      void this.#scheduler.schedule(Promise.resolve(), "timer").then(() => {
        this.#dueTimers -= 1;
        if (this.#timers.delete(timer)) timer.ring();
      });
    }
  }
}

/** Waits until the continuations of a task have run, as {@link VirtualClock} does. */
async function continuations(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => void setImmediate(resolve));
}
