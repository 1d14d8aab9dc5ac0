import { useEffect, useState } from "preact/hooks";
import { change, send } from "../admin/admin-client.ts";
import { ActionButton } from "../components/actions.tsx";
import { SelectField } from "../components/fields.tsx";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const steps = [
  ["1 minute", minuteMs],
  ["1 hour", hourMs],
  ["1 day", dayMs],
  ["7 days", 7 * dayMs],
] as const;

/** How many times as fast as a real clock the service's time runs. */
const speeds = [
  ["1", "real time"],
  ["60", "1 minute a second"],
  ["3600", "1 hour a second"],
  ["86400", "1 day a second"],
] as const;

const runPauseMs = 500;

/** The service's time, and buttons that advance it. */
export function Clock({ now }: { readonly now: string | undefined }) {
  const [speed, setSpeed] = useState("1");
  useEffect(() => runClock(Number(speed)), [speed]);
  return (
    <div class="clock" role="group" aria-label="Clock">
      <p>
        <time dateTime={now}>{now === undefined ? "–" : `${now.slice(0, 19).replace("T", " ")} UTC`}</time>
      </p>
      {steps.map(([text, advanceMs]) => (
        <ActionButton
          key={text}
          description={`the clock was advanced by ${text}`}
          label={`Advance the clock by ${text}`}
          work={() => send("POST", "time", { advanceMs })}
        >
          +{text}
        </ActionButton>
      ))}
      <ActionButton description="every transition was completed" work={() => change("settleNow")}>
        Settle now
      </ActionButton>
      <SelectField label="Speed" value={speed} onValue={setSpeed} options={speeds} />
    </div>
  );
}

/** Advances the clock again and again. The service's clock runs in real time by itself. */
function runClock(speed: number): (() => void) | undefined {
  if (speed === 1) return undefined;
  // A service that has ended is shown in the header of the page.
  const advance = () => void send("POST", "time", { advanceMs: (speed - 1) * runPauseMs }).catch(() => undefined);
  const timer = setInterval(advance, runPauseMs);
  return () => clearInterval(timer);
}
