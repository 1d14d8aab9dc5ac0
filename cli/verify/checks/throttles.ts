import { isRecord } from "../../../provider/kernel/json.ts";
import { check, type Check, step } from "../check.ts";
import { type Exchange, NotTried } from "../run.ts";

const operation = "CheckSharingWithResourceDirectoryStatus";
const asked = `25 calls of ${operation} at once`;
/** The longest pause that the service can mean, in milliseconds. */
const minuteMs = 60_000;
/** The longest time until a call is accepted again, if the window is one second, in milliseconds. */
const longestWindowMs = 2000;

/** The assumptions that a burst of calls decides. */
export const throttleChecks: readonly Check[] = [
  check(
    "S-throttling",
    ["throttle"],
    `${asked}: the codes of refused calls`,
    "Throttling, Throttling.User or Throttling.Api",
    async (run, expected) => {
      const codes = new Set((await burst(run)).refused.map(({ body }) => (isRecord(body) ? String(body["Code"]) : "no JSON")));
      const text = [...codes].join(", ");
      return [...codes].every((code) => /^Throttling(\.User|\.Api)?$/.test(code)) ? `${expected} (${text})` : text;
    },
  ),
  check(
    "S-retry-after",
    ["throttle"],
    `${asked}: x-acs-retry-after of refused calls`,
    "absent, or a whole number of milliseconds",
    async (run, expected) => {
      const values = [...new Set((await burst(run)).refused.map(({ retryAfter }) => retryAfter ?? "absent"))];
      const isPause = (value: string) => value === "absent" || (/^[1-9]\d*$/.test(value) && Number(value) <= minuteMs);
      // The first refused calls come at the beginning of the window, so a small number would be seconds.
      const longest = Math.max(...values.map((value) => (value === "absent" ? Infinity : Number(value))));
      const text = values.join(", ");
      return values.every(isPause) && longest > 10 ? `${expected} (${text})` : text;
    },
  ),
  check("S-window", ["throttle"], `${asked}: when a call is accepted again`, `within ${longestWindowMs} ms`, async (run, expected) => {
    const { began, refused, all } = await burst(run);
    const again = all.find(({ status, at }) => status === 200 && at > (refused[0]?.at ?? 0) && at > began);
    if (again === undefined) throw new NotTried("no call was accepted after a refused one");
    const ms = again.at - began;
    return ms <= longestWindowMs ? `${expected} (after ${ms} ms)` : `after ${ms} ms`;
  }),
  check("S-limits", ["throttle"], `${asked}: another operation meanwhile`, "accepted", async (run) => {
    const { others } = await burst(run);
    return others.every(({ status }) => status === 200) ? "accepted" : "refused";
  }),
];

interface Burst {
  /** When the first call was sent. */
  readonly began: number;
  readonly all: readonly Exchange[];
  readonly refused: readonly Exchange[];
  /** The calls of another operation. */
  readonly others: readonly Exchange[];
}

/** More calls at once than the published limit of a second allows. */
const burst = step(async (run): Promise<Burst> => {
  // The window of the calls before has ended.
  await run.clock.sleep(2000);
  const before = run.exchanges.length;
  const another = async () => {
    await run.clock.sleep(50);
    await run.ask("DescribeRegions");
  };
  await Promise.all([run.burst(operation, 25), another()]);
  // Exchanges are in the order of their answers.
  const sent = run.exchanges.slice(before).toSorted((a, b) => a.at - b.at);
  const all = sent.filter((one) => one.operation === operation);
  const refused = all.filter(({ status }) => status !== 200);
  if (refused.length === 0) throw new NotTried("all calls were accepted");
  const began = all[0]?.at ?? 0;
  const accepted = all.filter(({ status, at }) => status === 200 && at < began + 1000);
  run.measured["accepted calls of one operation in a second"] = String(accepted.length);
  return { began, all, refused, others: sent.filter((one) => one.operation !== operation) };
});
