import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device/device-client.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { Claims } from "./claims.ts";
import type { ProcessIdentity } from "./process-identity.ts";

/** What every resource and function of one process shares. */
export interface Host {
  /** The client of a named account (`undefined`: the default one) in a region (`undefined`: the account's own); always the same one. */
  client(account: string | undefined, region: string | undefined): Promise<Client>;
  /** The client of the user, device and content API for a named account (`undefined`: the default one); always the same one. */
  device(account: string | undefined): Promise<DeviceClient>;
  readonly clock: Clock;
  readonly log: Log;
  readonly claims: Claims;
  /** The process that this runs in. */
  readonly process: ProcessIdentity;
  /** How long waits may last when the program does not say, in milliseconds. */
  timeoutMs(): Promise<number>;
  /** Whether shares that are being created bear a mark. */
  usesCreateTag(): Promise<boolean>;
}
