import * as fc from "fast-check";

/** The random seed: the same seed makes the same values. */
export const seed = Number(process.env["FUZZ_SEED"] ?? 20_200_110);

/** The factor of tried values over the default. */
const scale = Number(process.env["FUZZ_RUNS"] ?? 1);

/** The timeout of a test with thousands of values on a busy machine. */
export const testOptions = { timeout: 300_000 * Math.max(1, scale) };

process.stderr.write(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${scale}\n`);

/** Checks a property with that many values, times the factor of a longer run. */
export async function checkProperty<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  property: (value: T) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) => property(value)),
    { seed, numRuns: Math.ceil(runs * scale), interruptAfterTimeLimit: undefined },
  );
}
