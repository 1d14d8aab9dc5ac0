import { inspect } from "node:util";

const shown = "[secret]";

/** A text that never prints: in messages, JSON and logs it reads `[secret]`; `open()` is the one way in. */
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
