import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device/device-client.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Claims } from "./claims.ts";
import type { Ownership } from "./ownership.ts";

/** The dependencies that all resources and functions of one process share. */
export interface Host {
  /**
   * Returns the client of a named account (`undefined`: the default one) in a region (`undefined`: the account's own).
   * Equal arguments return the same client.
   */
  client(account: string | undefined, region: string | undefined): Promise<Client>;
  /**
   * Returns the client of the user, device and content API for a named account (`undefined`: the default one).
   * Equal arguments return the same client.
   */
  device(account: string | undefined): Promise<DeviceClient>;
  readonly clock: Clock;
  /** When this process began, in the clock's milliseconds: an earlier run may have written just before. */
  readonly startedAt: number;
  readonly log: Log;
  /** Logs a warning about the whole run; an equal one is not logged again. */
  warnOnce(message: string): void;
  /** The ownership claims of this run's resources. */
  readonly claims: Claims;
  /** Which resources of this run have each part of an object, and the order of their changes. */
  readonly ownership: Ownership;
  /** Returns the default timeout of waits, in milliseconds. */
  timeoutMs(): Promise<number>;
  /** Returns whether shares have a create tag while they are being created. */
  usesCreateTag(): Promise<boolean>;
  /** Aborted when the user cancels the update: waits end then, and ids are kept. */
  readonly cancellation?: AbortSignal;
}
