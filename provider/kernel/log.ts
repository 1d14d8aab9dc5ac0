/** Where a line belongs: the resource's row of the display, by its URN; nowhere in particular without one. */
export interface LogPlace {
  readonly urn?: string | undefined;
}

/** What people are told while work goes on. No implementation ever receives a credential. */
export interface Log {
  debug(message: string, place?: LogPlace): void;
  info(message: string, place?: LogPlace): void;
  warn(message: string, place?: LogPlace): void;
  /** Progress that the next line may replace. */
  status(message: string, place?: LogPlace): void;
}

/** Says nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  status: () => undefined,
};
