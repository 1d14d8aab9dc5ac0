interface Timer<Subject> {
  readonly at: number;
  readonly subject: Subject;
}

/** A queue of timers by their times; equal times in the order of their addition. */
export class TimerQueue<Subject> {
  /** The latest first, so that the earliest is taken from the end. */
  readonly #timers: Timer<Subject>[] = [];

  /** Adds a timer, in a place that is found by bisection: a world can have thousands of them. */
  add(at: number, subject: Subject): void {
    let [low, high] = [0, this.#timers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#timers[middle];
      if (other !== undefined && other.at > at) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, { at, subject });
  }

  /** Removes and returns the earliest timer that is due, if any. */
  takeDue(now: number): Timer<Subject> | undefined {
    const earliest = this.#timers.at(-1);
    return earliest !== undefined && earliest.at <= now ? this.#timers.pop() : undefined;
  }

  clear(): void {
    this.#timers.length = 0;
  }
}
