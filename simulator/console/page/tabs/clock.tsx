import { outOfBand, post } from "../admin/changes.ts";
import { ActionButton } from "../components/forms.tsx";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const steps = [
  ["1 min", minuteMs],
  ["1 h", hourMs],
  ["1 day", dayMs],
  ["7 days", 7 * dayMs],
] as const;

/** The service's time, with controls that advance and pause it. */
export function Clock({ now, isPaused }: { readonly now: string | undefined; readonly isPaused: boolean }) {
  return (
    <div class="clock" role="group" aria-label="Clock">
      <p>
        <time dateTime={now}>{now === undefined ? "–" : `${now.slice(0, 19).replace("T", " ")} UTC`}</time>
        {isPaused && <span class="warning"> paused</span>}
      </p>
      <ActionButton change={post("time", { speed: isPaused ? 1 : 0 })} label={isPaused ? "Run the clock" : "Pause the clock"}>
        {isPaused ? "Run" : "Pause"}
      </ActionButton>
      {steps.map(([text, advanceMs]) => (
        <ActionButton key={text} change={post("time", { advanceMs })} label={`Advance the clock by ${text}`}>
          {`+${text}`}
        </ActionButton>
      ))}
      <ActionButton change={outOfBand("settleNow")} hint="Completes every transition in progress, such as Associating">
        Settle now
      </ActionButton>
    </div>
  );
}
