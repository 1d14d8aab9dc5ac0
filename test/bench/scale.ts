// Whether cost grows faster than the work: S1 to S3 at once, twice and four times their size.
import { measure } from "./measure.ts";
import { manyAssociations, manyShares, oneShare } from "./scenarios.ts";
import type { Growth, Workload } from "./types.ts";

const transitionMs = 200;
/** What two runs of the same work differ by. */
const noise = 1.1;

const sizes: Readonly<Record<string, (times: number) => Workload>> = {
  S1: (times) => oneShare(500 * times),
  S2: (times) => manyShares(200 * times, 100),
  S3: (times) => manyAssociations(1000 * times, 20 * times, 100),
};

export async function measureGrowth(scenario: string): Promise<Growth> {
  const workload = sizes[scenario];
  if (workload === undefined) throw new Error(`${scenario} has no other sizes`);
  const only = new Set([scenario]);
  // What the process takes before there is any work.
  const [least] = await measure(manyShares(1, 1), { transitionMs, only: new Set(["S4"]) });
  const measured: Growth["sizes"][number][] = [];
  for (const times of [1, 2, 4]) {
    const [row] = await measure(workload(times), { transitionMs, only });
    if (row === undefined || least === undefined) throw new Error(`${scenario} was not measured`);
    const { title, calls, floor, seconds, cpuSeconds, peakMb } = row;
    const ratios = { callsRatio: calls / floor.calls, secondsRatio: seconds / floor.seconds };
    measured.push({ times, title, ...ratios, seconds, cpuSeconds, aboveMb: Math.max(0, peakMb - least.peakMb) });
  }
  const [once] = measured;
  const grows = (figure: "secondsRatio" | "cpuSeconds" | "aboveMb", power: number) =>
    once !== undefined && measured.some((one) => one[figure] > noise * one.times ** power * once[figure]);
  // The floor grows with the work; memory and processor time may grow as much.
  const over = [
    ...(grows("secondsRatio", 0) ? ["seconds"] : []),
    ...(grows("cpuSeconds", 1) ? ["processor"] : []),
    ...(grows("aboveMb", 1) ? ["memory"] : []),
  ];
  return { scenario, sizes: measured, over };
}
