import { readConfiguration } from "../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { createSimulator, demoWorld, type WorldFile } from "../../simulator/index.ts";
import { verify } from "./run.ts";
import type { Permitted } from "./permitted.ts";

const account = "1000000000000001";

/** The calls of a run, a line each with its assumption: it is made against a simulated service in this process. */
export async function callsOf(permitted: Permitted, region: string): Promise<readonly string[]> {
  const clock = new VirtualClock();
  const simulator = createSimulator({ clock, random: seededRandom(1), world: worldFor(permitted, region) });
  const environment = {
    ALIBABA_CLOUD_ACCESS_KEY_ID: "LTAI-dry-run",
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: "dry-run",
    RESOURCESHARE_ENDPOINT: "http://127.0.0.1:1",
    RESOURCESHARE_ACCOUNTS: JSON.stringify({ receiver: { accessKeyId: "LTAI-receiver", accessKeySecret: "dry-run" } }),
  };
  const configuration = readConfiguration({ region }, environment);
  const { exchanges } = await verify({
    configuration,
    transport: simulator.transport,
    clock,
    random: seededRandom(2),
    accountId: account,
    permitted: { ...permitted, receiver: permitted.receiver && configuration.accounts.get("receiver") },
    signal: new AbortController().signal,
    cleaningSignal: new AbortController().signal,
    onCaller: () => undefined,
  });
  const lines = exchanges.map(({ assumption, operation, parameters }) => {
    const shown = Object.entries(parameters).filter(([name]) => name !== "RegionId");
    return [assumption, operation, ...shown.map(([name, value]) => `${name}=${value}`)].join(" ");
  });
  const shown = lines.filter((line, index) => !line.includes(" List") || line !== lines[index - 1]).map(withoutSimulatedIds);
  return [...shown, ...(permitted.writes ? ["for each of its own shares: DeleteResourceShare"] : [])];
}

/** The ids and page tokens of the simulated service might be those of a real share. */
function withoutSimulatedIds(line: string): string {
  return line
    .replaceAll(/=rs-0*(\d+)/g, "=<share $1>")
    .replaceAll(/=i-0*(\d+)/g, "=<invitation $1>")
    .replaceAll(/NextToken=\S+/g, "NextToken=<token>");
}

/** A world in which the target is in the caller's directory, and the external account is not. */
function worldFor({ target = "", external }: Permitted, region: string): WorldFile {
  const directoryId = /^rd?-/.test(target) ? target : "rd-dry-run";
  const accountOf = (id: string, inside: boolean) => ({ id, ...(inside ? { directoryId } : {}) });
  const { kinds, permissions } = demoWorld;
  const accounts = [
    ...(/^\d{16}$/.test(target) ? [accountOf(target, true)] : []),
    ...(external === undefined
      ? []
      : [{ ...accountOf(external, false), keys: [{ accessKeyId: "LTAI-receiver", accessKeySecret: "dry-run" }] }]),
    { ...accountOf(account, true), keys: [{ accessKeyId: "LTAI-dry-run", accessKeySecret: "dry-run" }] },
  ];
  return {
    version: 1,
    // The options may name one account twice.
    accounts: [...new Map(accounts.map((one) => [one.id, one])).values()],
    directories: [
      { id: directoryId, managementAccountId: account, folders: target.startsWith("fd-") ? [{ id: target, name: "target" }] : [] },
    ],
    regions: [{ id: region, names: { "zh-CN": region, "en-US": region } }],
    kinds,
    permissions,
  };
}
