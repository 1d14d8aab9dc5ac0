import { InputError } from "../../../provider/kernel/errors.ts";
import type { FleetResult } from "../run/results.ts";
import { type Shard, shardNamed, shardText } from "../run/shard.ts";

/**
 * Checks that results are parts of one whole: a shard whose report is missing would hide what its stacks violate, and one that is given twice
 * would count its stacks twice.
 *
 * @throws InputError that names what is missing or repeated.
 */
export function requireEachOnce(results: readonly FleetResult[]): void {
  const shards = results.flatMap(({ shard }) => (shard === undefined ? [] : [readShard(shard)]));
  if (shards.length > 0) requireAllShards(shards, results.length);
  const names = results.flatMap(({ stacks }) => stacks.map(({ name }) => name));
  const [repeated] = repeatedIn(names);
  if (repeated !== undefined) throw InputError.of("report", `the stack ${repeated} is in two reports: give one report of each stack`);
}

function requireAllShards(shards: readonly Shard[], reports: number): void {
  const texts = shards.map(shardText);
  const [first] = shards;
  if (first === undefined) return;
  const other = shards.find(({ count }) => count !== first.count);
  if (other !== undefined || shards.length < reports) {
    const rest = other === undefined ? "the whole fleet" : `shard ${shardText(other)}`;
    throw InputError.of("report", `one report is of shard ${shardText(first)}, another of ${rest}: give the reports of one run`);
  }
  const repeated = repeatedIn(texts);
  if (repeated.length > 0)
    throw InputError.of("report", `there are two reports of shard ${repeated.join(" and of shard ")}: give each report once`);
  const all = Array.from({ length: first.count }, (_, place) => shardText({ index: place + 1, count: first.count }));
  const missing = all.filter((text) => !texts.includes(text));
  if (missing.length > 0)
    throw InputError.of(
      "report",
      `the report of shard ${missing.join(" and of shard ")} is missing: run the shard again, and give its report`,
    );
}

function readShard(text: string): Shard {
  const shard = shardNamed(text);
  if (shard === undefined) throw InputError.of("report", `its shard ${text} is no part of a fleet, as 2/4`);
  return shard;
}

/** The texts that are there more than once, each once. */
function repeatedIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter((text, place) => texts.indexOf(text) !== place))];
}
