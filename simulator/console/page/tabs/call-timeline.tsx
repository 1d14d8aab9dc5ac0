import { useMemo } from "preact/hooks";
import type { CallRecord } from "../../../index.ts";
import { isThrottled } from "./call-filter.ts";

const barCount = 120;

/** The outcomes of calls, in the order in which a bar stacks them. */
const outcomes = ["good", "warning", "bad"] as const;

/** The number of calls in one part of the time, by their outcome: succeeded, throttled, failed. */
type Bar = Record<(typeof outcomes)[number], number>;

/** How many calls were made when, as bars. A part of the time without a call has no bar. */
export function CallTimeline({ calls }: { readonly calls: readonly CallRecord[] }) {
  const bars = useMemo(() => barsOf(calls), [calls]);
  const first = calls[0];
  const last = calls.at(-1);
  if (first === undefined || last === undefined) return null;
  const most = Math.max(...bars.map(callsIn));
  const times = `${timeOf(first.at)} to ${timeOf(last.at)}`;
  return (
    <figure class="timeline">
      <svg
        viewBox={`0 0 ${barCount} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Timeline: ${calls.length} calls from ${times}, at most ${most} in a bar`}
      >
        {bars.map((bar, index) => (
          <BarParts key={index} bar={bar} left={index} most={most} />
        ))}
      </svg>
      <figcaption>
        <span>{timeOf(first.at)}</span>
        <span>calls in a bar: at most {most}</span>
        <span>{timeOf(last.at)}</span>
      </figcaption>
    </figure>
  );
}

function BarParts({ bar, left, most }: { readonly bar: Bar; readonly left: number; readonly most: number }) {
  let top = most;
  const parts = outcomes.flatMap((outcome) => {
    top -= bar[outcome];
    return bar[outcome] === 0 ? [] : [<rect key={outcome} class={outcome} x={left} y={top} width="0.9" height={bar[outcome]} />];
  });
  return <>{parts}</>;
}

/** Divides the time from the first call to the last one into equal parts. */
function barsOf(calls: readonly CallRecord[]): readonly Bar[] {
  const bars = Array.from({ length: barCount }, (): Bar => ({ good: 0, warning: 0, bad: 0 }));
  const from = calls[0]?.at ?? 0;
  const spanMs = Math.max(1, (calls.at(-1)?.at ?? 0) - from);
  for (const call of calls) {
    const bar = bars[Math.min(barCount - 1, Math.floor(((call.at - from) / spanMs) * barCount))];
    if (bar) bar[styleOfCall(call)] += 1;
  }
  return bars;
}

/** The style of a call: good when it succeeded, a warning when it was throttled. */
export function styleOfCall(call: CallRecord): (typeof outcomes)[number] {
  if (call.status === 200) return "good";
  return isThrottled(call) ? "warning" : "bad";
}

/** The time of a moment, without its date. */
export function timeOf(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

function callsIn({ good, warning, bad }: Bar): number {
  return good + warning + bad;
}
