import { type Clock, sleepWith, type VirtualClock } from "../../../provider/kernel/clock.ts";

/** A machine that can stop for a while: its monotonic clock stops too, and its timers wait. */
export interface Machine {
  readonly clock: Clock;
  /** @param loseDate whether the date lags afterwards as well, as in a virtual machine that is paused */
  stop(loseDate?: boolean): void;
  wake(): void;
  /** Resolves when the machine runs. */
  awake(): Promise<void>;
}

/** Starts a machine in a world whose time is that of `time`. */
export function startMachine(time: VirtualClock): Machine {
  let stoppedAt: number | undefined;
  let running = Promise.withResolvers<void>();
  running.resolve();
  let [lostMs, lostDateMs, losesDate] = [0, 0, false];
  const now = () => (stoppedAt ?? time.now()) - lostMs;
  const setTimer = (ms: number, ring: () => void): (() => void) => {
    const dueAt = now() + ms;
    let isOff = false;
    let callOff: () => void = () => undefined;
    const fire = (): void => {
      if (isOff) return;
      if (stoppedAt !== undefined) void running.promise.then(fire);
      else if (now() < dueAt) callOff = time.setTimer(dueAt - now(), fire);
      else ring();
    };
    callOff = time.setTimer(ms, fire);
    return () => {
      isOff = true;
      callOff();
    };
  };
  const clock: Clock = { now, wallTime: () => time.wallTime() - lostDateMs, setTimer, sleep: (ms, signal) => sleepWith(clock, ms, signal) };
  return {
    clock,
    stop: (loseDate = false) => {
      [stoppedAt, losesDate] = [time.now(), loseDate];
      running = Promise.withResolvers<void>();
    },
    wake: () => {
      const missedMs = stoppedAt === undefined ? 0 : time.now() - stoppedAt;
      lostMs += missedMs;
      lostDateMs += losesDate ? missedMs : 0;
      stoppedAt = undefined;
      running.resolve();
    },
    awake: () => running.promise,
  };
}
