import { kindsWithEntities } from "../../../provider/resources/kinds.ts";
import { isRecord } from "../../../provider/kernel/json.ts";
import { isUnknown } from "../../../provider/lifecycle/diff.ts";
import { matches, noteUnknown, targetsOf } from "../lists.ts";
import { texts } from "../option.ts";
import { define } from "../rule.ts";

/** Policy `service-time-window`: requires a time window for targets that are services. */
export const serviceTimeWindow = define({
  name: "service-time-window",
  description: "Services that are targets have a time window.",
  options: { exempt: texts("names of services that need none; `*` stands for any text", "service") },
  notChecked: "whether the window is short enough",
  kinds: kindsWithEntities,
  resource(subject, { exempt = [] }, findings) {
    for (const { id, property } of targetsOf(subject).filter(({ kind }) => kind === "Service")) {
      if (matches(exempt, id) || isUnknown(property)) continue;
      const flaw = flawOf(isRecord(property) ? property["timeRange"] : undefined);
      if (flaw !== undefined) findings.violation(subject, `shares with ${id} ${flaw}; ${howToWrite}`);
    }
    noteUnknown(subject, ["targets"], findings);
  },
});

const howToWrite = 'write the target as { id, property: { timeRange: { timeRangeType: "timeRange", beginAtTime, endAtTime, timezone } } }';

function flawOf(range: unknown): string | undefined {
  if (!isRecord(range)) return "without a time window";
  if (range["timeRangeType"] === "day") return "all day";
  const ends = [range["beginAtTime"], range["endAtTime"]];
  if (ends.some((end) => typeof end !== "string" || end === "")) return "in a time window without beginAtTime or endAtTime";
  return ends[0] === ends[1] ? `in a time window that begins and ends at ${String(ends[0])}` : undefined;
}
