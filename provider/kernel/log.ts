import { singleLine } from "./printable.ts";

/** The resource that a log line belongs to, by its URN; without one, the line belongs to the whole update. */
export interface LogPlace {
  readonly urn?: string | undefined;
}

/** The log of an operation. Callers must never pass credentials. */
export interface Log {
  debug(message: string, place?: LogPlace): void;
  info(message: string, place?: LogPlace): void;
  warn(message: string, place?: LogPlace): void;
  /** Progress that the next line may replace. */
  status(message: string, place?: LogPlace): void;
}

/** Wraps a log: each message becomes one line without terminal control characters and without commands of CI runners. */
export function printableLog(log: Log): Log {
  return {
    debug: (message, place) => log.debug(singleLine(message), place),
    info: (message, place) => log.info(singleLine(message), place),
    warn: (message, place) => log.warn(singleLine(message), place),
    status: (message, place) => log.status(singleLine(message), place),
  };
}

/** A log that discards every message. */
export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  status: () => undefined,
};
