import { readConfiguration } from "../../provider/client/config/configuration.ts";
import { VirtualClock } from "../../provider/kernel/clock.ts";
import { seededRandom } from "../../provider/kernel/random.ts";
import { createSimulator, demo } from "../../simulator/index.ts";
import { type Exchange, type Permitted, Run } from "./run.ts";
import { type Result, verify } from "./verify.ts";

/** What a run would do. */
interface DryRun {
  readonly results: readonly Result[];
  /** The operations that it calls. */
  readonly operations: readonly string[];
  /** Each assumption, and below it the calls that check it, without repeated lists. */
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
  const textOf = (value: string) =>
    (value === target ? (permitted.target ?? "") : value).replaceAll(demo.consumer, permitted.external ?? "");
  const lineOf = ({ operation, parameters }: Exchange) => withoutSimulatedIds([operation, ...parameterTexts(parameters, textOf)].join(" "));
  const calls = results.flatMap(({ id, expected }) => {
    const lines = run.exchanges.filter(({ assumption }) => assumption === id).map(lineOf);
    return lines.length === 0 ? [] : [`${id}: ${expected}`, ...counted(lines).map((line) => `  ${line}`)];
  });
  // A real run asks for the account of its credentials first.
  const operations = new Set(["GetCallerIdentity", ...run.exchanges.map(({ operation }) => operation)]);
  return { results, operations: [...operations].toSorted(), calls };
}

/** The most parameters of a list that are shown one by one. */
const mostEntries = 4;

/** The parameters of a call as `Name=value`, without the region; a long list is only counted. */
function parameterTexts(parameters: Exchange["parameters"], textOf: (value: string) => string): string[] {
  const shown = Object.entries(parameters).filter(([name]) => name !== "RegionId");
  const lists = Map.groupBy(shown, ([name]) => name.split(".", 1).join(""));
  return [...lists].flatMap(([list, entries]) => {
    if (entries.length <= mostEntries) return entries.map(([name, value]) => `${name}=${textOf(value)}`);
    return [`${list}=<${new Set(entries.map(([name]) => name.split(".")[1])).size} entries>`];
  });
}

/** Equal lines that follow each other as one with their count; of a list, which is repeated until it shows what was written, without it. */
function counted(lines: readonly string[]): string[] {
  const starts = lines.flatMap((line, index) => (line === lines[index - 1] ? [] : [index]));
  return starts.map((start, index) => {
    const [line = "", count] = [lines[start], (starts[index + 1] ?? lines.length) - start];
    return count === 1 || line.startsWith("List") ? line : `${count} × ${line}`;
  });
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
