import { useContext, useState } from "preact/hooks";
import { change, send } from "../admin/admin-client.ts";
import { ActionButton, RunActionContext } from "../components/actions.tsx";
import { type Option, SelectField } from "../components/fields.tsx";

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
const speeds: readonly Option[] = [
  ["1", "real time"],
  ["60", "1 minute a second"],
  ["3600", "1 hour a second"],
  ["86400", "1 day a second"],
];

interface ClockProps {
  readonly now: string | undefined;
  /** 0 while the time is paused. */
  readonly speed: number | undefined;
}

/** The service's time, with controls that step, run and pause it. */
export function Clock({ now, speed = 1 }: ClockProps) {
  const run = useContext(RunActionContext);
  // The speed at which a paused time runs on.
  const [chosenSpeed, setChosenSpeed] = useState("1");
  const isPaused = speed === 0;
  const shownSpeed = isPaused ? chosenSpeed : String(speed);
  const setSpeed = (next: number): Promise<unknown> => send("POST", "time", { speed: next });
  const pauseOrRun = (): Promise<unknown> => {
    setChosenSpeed(shownSpeed);
    return setSpeed(isPaused ? Number(shownSpeed) : 0);
  };
  return (
    <div class="clock" role="group" aria-label="Clock">
      <p>
        <time dateTime={now}>{now === undefined ? "–" : `${now.slice(0, 19).replace("T", " ")} UTC`}</time>
        {isPaused && <span class="warning"> paused</span>}
      </p>
      <ActionButton
        description={`the clock ${isPaused ? "runs" : "is paused"}`}
        label={isPaused ? "Run the clock" : "Pause the clock"}
        work={pauseOrRun}
      >
        {isPaused ? "Run" : "Pause"}
      </ActionButton>
      <SelectField
        label="Speed"
        value={shownSpeed}
        onValue={(next) => {
          setChosenSpeed(next);
          run(`the clock runs at ${speedText(next)}`, () => setSpeed(Number(next)));
        }}
        options={speeds.some(([value]) => value === shownSpeed) ? speeds : [...speeds, [shownSpeed, speedText(shownSpeed)]]}
      />
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
    </div>
  );
}

function speedText(speed: string): string {
  return speeds.find(([value]) => value === speed)?.[1] ?? `${speed} times real time`;
}
