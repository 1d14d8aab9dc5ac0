import { randomBytes } from "node:crypto";

/** The source of randomness for all other code; tests replace it with {@link seededRandom}. */
export interface Random {
  /** A number from 0 (included) to 1 (excluded). */
  next(): number;
  /** `length` random hexadecimal digits. */
  hex(length: number): string;
}

/** The system's cryptographic random generator, suitable for nonces. */
export const systemRandom: Random = {
  next: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  hex: (length) =>
    randomBytes(Math.ceil(length / 2))
      .toString("hex")
      .slice(0, length),
};

/** A reproducible generator: equal seeds return equal numbers (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    hex: (length) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join(""),
  };
}
