import { sharing } from "../../provider/api/operations.ts";
import { readConfiguration } from "../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { createSimulator, demo } from "../../simulator/index.ts";
import { type Permitted, Run } from "./run.ts";
import { type Result, verify } from "./verify.ts";

/** What a run would do. */
interface DryRun {
  readonly results: readonly Result[];
  /** The operations that it calls. */
  readonly operations: readonly string[];
  /** The calls, a line each with the assumption that it checks, without repeated lists. */
  readonly calls: readonly string[];
}

/** Makes a run with the same permissions against a simulated service in this process. */
export async function dryRun(permitted: Permitted): Promise<DryRun> {
  const { transport, clock } = createSimulator({ clock: new VirtualClock(), random: seededRandom(1) });
  const keyOf = (name: string) => ({ accessKeyId: `LTAI-${name}`, accessKeySecret: `secret-of-${name}` });
  const accounts = { receiver: keyOf("consumer") };
  const configuration = readConfiguration({ ...keyOf("owner"), endpoint: "http://127.0.0.1:1", accounts }, {});
  const [target, external] = [permitted.target && simulatedTarget(permitted.target), permitted.external && demo.consumer];
  const receiver = permitted.receiver && configuration.accounts.get("receiver");
  const own = { ...permitted, "allow-writes": permitted["allow-writes"] && demo.owner, target, external, receiver };
  const { signal } = new AbortController();
  const parts = { configuration, transport, clock, random: seededRandom(2), accountId: undefined, signal, cleaningSignal: signal };
  const run = new Run({ ...parts, permitted: own });
  const { results } = await verify(run);
  const lines = run.exchanges.map(({ assumption, operation, parameters }) => {
    const shown = Object.entries(parameters).filter(([name]) => name !== "RegionId");
    const texts = shown.map(([name, value]) => `${name}=${value === target ? permitted.target : value}`);
    return [assumption, operation, ...texts].join(" ").replaceAll(demo.consumer, permitted.external ?? "");
  });
  const calls = lines.filter((line, index) => !line.includes(" List") || line !== lines[index - 1]).map(withoutSimulatedIds);
  const operations = new Set(run.exchanges.map(({ operation }) => operation).filter((name) => Object.hasOwn(sharing, name)));
  return { results, operations: [...operations].toSorted(), calls };
}

/** A target of the same kind in the simulated directory. */
function simulatedTarget(target: string): string {
  if (/^\d/.test(target)) return demo.member;
  return target.startsWith("fd-") ? demo.folders.core : demo.directory;
}

/** The ids and page tokens of the simulated service might be those of a real share. */
function withoutSimulatedIds(line: string): string {
  return line
    .replaceAll(/resourceshare-verify-[0-9a-f]{8}-/g, "resourceshare-verify-<run>-")
    .replaceAll(/=rs-0*(\d+)/g, "=<share $1>")
    .replaceAll(/=i-0*(\d+)/g, "=<invitation $1>")
    .replaceAll(/NextToken=\S+/g, "NextToken=<token>");
}
