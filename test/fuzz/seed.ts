import * as fc from "fast-check";

/** What chance begins with: the same seed gives the same values. */
export const seed = Number(process.env["FUZZ_SEED"] ?? 20_200_110);

/** How many times as many values are tried as by default. */
const scale = Number(process.env["FUZZ_RUNS"] ?? 1);

/** How long a test may take that tries thousands of values on a busy machine. */
export const testOptions = { timeout: 300_000 * Math.max(1, scale) };

process.stderr.write(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${scale}\n`);

/** Tries a law on so many values, or so many times as many when a longer run is asked for. */
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
