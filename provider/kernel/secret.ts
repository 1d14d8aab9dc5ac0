import { inspect } from "node:util";

const shown = "[secret]";

/** A text that prints as `[secret]` in messages, JSON and logs; only `open()` returns the text itself. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  open(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}
