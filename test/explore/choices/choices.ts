/** One way to continue at a choice point; the first one of each point costs nothing. */
export interface Alternative {
  readonly name: string;
  /** What it takes from the budget. */
  readonly cost: 0 | 1;
}

interface Point {
  readonly alternatives: readonly Alternative[];
  readonly picked: number;
}

/** The choices of one run: those that are given, and then the first alternative of each point. */
export class Choices {
  readonly #given: readonly number[];
  readonly #points: Point[] = [];

  constructor(given: readonly number[] = []) {
    this.#given = given;
  }

  /** Returns the name of the alternative that this run takes. */
  take(alternatives: readonly Alternative[]): string {
    const picked = this.#given[this.#points.length] ?? 0;
    const alternative = alternatives[picked];
    if (alternative === undefined) throw new Error("a run that was repeated has come to another choice than before");
    this.#points.push({ alternatives, picked });
    return alternative.name;
  }

  /** What was chosen other than the first alternatives. */
  get taken(): { readonly place: number; readonly name: string }[] {
    return this.#points.flatMap(({ alternatives, picked }, index) => {
      const alternative = alternatives[picked];
      return picked === 0 || alternative === undefined ? [] : [{ place: index + 1, name: alternative.name }];
    });
  }

  get cost(): number {
    return this.#points.reduce((sum, { alternatives, picked }) => sum + (alternatives[picked]?.cost ?? 0), 0);
  }

  /** Returns the given choices of all runs that differ from this one in one further choice and stay within a budget. */
  further(budget: number): number[][] {
    const picks = this.#points.map(({ picked }) => picked);
    const left = budget - this.cost;
    return this.#points.flatMap(({ alternatives }, place) => {
      if (place < this.#given.length) return [];
      const others = alternatives.flatMap(({ cost }, index) => (index > 0 && cost <= left ? [index] : []));
      return others.map((index) => [...picks.slice(0, place), index]);
    });
  }
}

/** Runs once for each sequence of choices within a budget, those with the fewest choices first. */
export async function forEachChoice(budget: number, run: (choices: Choices) => Promise<void>): Promise<void> {
  const queue: number[][] = [[]];
  for (let given = queue.shift(); given !== undefined; given = queue.shift()) {
    const choices = new Choices(given);
    await run(choices);
    queue.push(...choices.further(budget));
  }
}
