/** A priority queue of timers: a binary heap, because a world can have thousands of pending transitions. */
export class TimerQueue<Subject> {
  readonly #entries: { readonly at: number; readonly subject: Subject }[] = [];

  add(at: number, subject: Subject): void {
    const entries = this.#entries;
    const entry = { at, subject };
    entries.push(entry);
    let index = entries.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = entries[parent];
      if (above === undefined || above.at <= at) break;
      entries[index] = above;
      index = parent;
    }
    entries[index] = entry;
  }

  /** Removes and returns the earliest entry that is due, if any. */
  takeDue(now: number): { readonly at: number; readonly subject: Subject } | undefined {
    const first = this.#entries[0];
    if (first === undefined || first.at > now) return undefined;
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) this.#siftDown(last);
    return first;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  #siftDown(entry: { readonly at: number; readonly subject: Subject }): void {
    const entries = this.#entries;
    let index = 0;
    for (;;) {
      const left = entries[2 * index + 1];
      const right = entries[2 * index + 2];
      const smaller = right !== undefined && left !== undefined && right.at < left.at ? right : left;
      if (smaller === undefined || smaller.at >= entry.at) break;
      entries[index] = smaller;
      index = smaller === left ? 2 * index + 1 : 2 * index + 2;
    }
    entries[index] = entry;
  }
}
