/** How often each mutant was reached, by its id. */
type Hits = Readonly<Record<string, number>>;

/** A test that has run without a mutant. */
export interface RecordedTest {
  readonly name: string;
  /** The name of its file without the ending: that of the source that it is about. */
  readonly subject: string;
  readonly run: () => unknown;
  readonly reached: Hits;
  readonly cpuMs: number;
}

/** What Stryker's instrumentation reads and writes, and what the tests keep beside it. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  readonly mutantCoverage?: { readonly static: Hits; readonly perTest: Readonly<Record<string, Hits>> };
  tests?: RecordedTest[];
}

declare global {
  var __stryker__: Stryker | undefined;
}

export const stryker: Stryker = (globalThis.__stryker__ ??= {});
