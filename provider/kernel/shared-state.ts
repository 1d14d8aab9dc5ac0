/**
 * State that several operations share, such as the pollers of one client.
 * Its owner creates it; each part is created on first use and ends with the owner.
 */
export class SharedState {
  readonly #parts = new Map<unknown, unknown>();

  /**
   * Returns the part that a function creates. The function runs once; its later arguments are ignored.
   *
   * @param create a named function: its identity is the key of the part
   */
  part<Args extends readonly unknown[], Part>(create: (...args: Args) => Part, ...args: Args): Part {
    if (!this.#parts.has(create)) this.#parts.set(create, create(...args));
    // The map holds, for each function, what that function has returned.
    return this.#parts.get(create) as Part;
  }
}
