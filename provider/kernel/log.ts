import { singleLine } from "./printable.ts";

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

/** A log that prints what it is given as one line each, and nothing that a terminal or a CI runner would obey. */
export function printableLog(log: Log): Log {
  return {
    debug: (message, place) => log.debug(singleLine(message), place),
    info: (message, place) => log.info(singleLine(message), place),
    warn: (message, place) => log.warn(singleLine(message), place),
    status: (message, place) => log.status(singleLine(message), place),
  };
}

/** Says nothing. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  status: () => undefined,
};
