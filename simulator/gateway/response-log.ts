/** Limit of all kept responses, in characters. */
const mostCharacters = 16_000_000;

/** A response that was sent, and the names of its fields that are secret. */
interface LoggedResponse {
  readonly body: string;
  readonly secrets: readonly string[];
}

/** Keeps the bodies of the latest responses, by the number of their call: at most 16 million characters. */
export class ResponseLog {
  readonly #responses = new Map<number, LoggedResponse>();
  #characters = 0;

  add(number: number, body: string, secrets: readonly string[]): void {
    this.#responses.set(number, { body, secrets });
    this.#characters += body.length;
    for (const [oldest, response] of this.#responses) {
      if (this.#characters <= mostCharacters) return;
      this.#responses.delete(oldest);
      this.#characters -= response.body.length;
    }
  }

  /** Returns the body as parsed JSON without secrets, or as text when it is not JSON; `undefined` when it is not kept. */
  get(number: number): unknown {
    const response = this.#responses.get(number);
    if (response === undefined) return undefined;
    try {
      return JSON.parse(response.body, (name, value: unknown) => (response.secrets.includes(name) ? "[secret]" : value));
    } catch {
      return response.body;
    }
  }

  clear(): void {
    this.#responses.clear();
    this.#characters = 0;
  }
}
