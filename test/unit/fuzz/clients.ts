import { createDeviceClient, type DeviceClient } from "../../../provider/client/device/device-client.ts";
import { VirtualClock } from "../../../provider/kernel/clock.ts";
import { silentLog } from "../../../provider/kernel/log.ts";
import { seededRandom } from "../../../provider/kernel/random.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import type { Transport } from "../../../provider/wire/transport.ts";
import { key } from "../provider/client/fixture.ts";
import { clientDefaults } from "../../support/client-defaults.ts";

/** The tokens that a user has granted to the client. */
export const accessToken = new Secret("canary-access-token");

/** A client of the user, device and content API, on a virtual clock. */
export function deviceClientOf(transport: Transport): DeviceClient {
  return createDeviceClient(
    clientDefaults({
      region: "cn-hangzhou",
      endpoint: "http://127.0.0.1:4010",
      credentials: async () => key,
      callerAccount: () => Promise.resolve(undefined),
      transport,
      clock: new VirtualClock(),
      random: seededRandom(1),
      log: silentLog,
      grant: { accessToken, refreshToken: new Secret("canary-refresh-token") },
    }),
  );
}
