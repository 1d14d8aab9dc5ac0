import { type Clock, systemClock } from "../../provider/kernel/clock.ts";
import { styles, titleCells } from "../../access/format/table.ts";
import { type Cell, columns } from "../../access/format/text-columns.ts";
import type { FleetStack } from "../../sdk/fleet/fleet.ts";
import { detailOf, statusCounts, statusTexts } from "../../sdk/fleet/report/summary.ts";
import type { StackResult } from "../../sdk/fleet/run/results.ts";
import type { Progress } from "../../sdk/fleet/run/run-fleet.ts";
import type { Terminal } from "../command.ts";

/** Progress that ends with the command. */
export interface ShownProgress extends Progress, Disposable {}

type TableClock = Pick<Clock, "now" | "setTimer">;

/** Shows progress: as a table that changes where there is a terminal, else as a line for each start and end of a stack. */
export function progressOn(terminal: Terminal, stacks: number, clock: TableClock = systemClock): ShownProgress {
  return terminal.live === undefined ? lines(terminal, stacks) : table(terminal, terminal.live.bind(terminal), stacks, clock);
}

function lines(terminal: Terminal, stacks: number): ShownProgress {
  let ended = 0;
  return {
    started: ({ name }) => terminal.err(`${name}: started`),
    step: () => {},
    ended: (result) => {
      ended += 1;
      terminal.err(`${endText(result)} [${ended} of ${stacks}]`);
    },
    [Symbol.dispose]: () => {},
  };
}

function endText(result: StackResult): string {
  const { name, status, seconds } = result;
  const time = seconds > 0 ? ` after ${seconds} s` : "";
  const detail = detailOf(result);
  return `${name}: ${statusTexts[status]}${time}${detail === "" ? "" : ` (${detail})`}`;
}

/** How often the table shows the time. */
const refreshMs = 1000;

/** The stacks that run, those that failed, and how many are done: a fleet has more stacks than a terminal has lines. */
function table(terminal: Terminal, show: NonNullable<Terminal["live"]>, stacks: number, clock: TableClock): ShownProgress {
  const running = new Map<string, { readonly stack: FleetStack; readonly since: number; step: string }>();
  const ended: StackResult[] = [];
  const styled = styles(process.env["NO_COLOR"] === undefined);
  const draw = (): void => {
    const rows = [...running.values()].map(({ stack, since, step }): Cell[] => [
      { text: stack.name },
      { text: stack.account },
      { text: stack.region },
      { text: "running" },
      { text: `${Math.round((clock.now() - since) / 1000)} s` },
      { text: step },
    ]);
    const waiting = stacks - running.size - ended.length;
    const counts = [statusCounts(ended), `${running.size} running`, `${waiting} waiting`].filter((text) => text !== "").join(", ");
    show([
      ...(rows.length > 0 ? columns([titleCells(["STACK", "ACCOUNT", "REGION", "STATUS", "TIME", "STEP"], styled), ...rows]) : []),
      counts,
    ]);
  };
  let cancel = () => {};
  const tick = (): void => {
    draw();
    cancel = clock.setTimer(refreshMs, tick);
  };
  tick();
  return {
    started: (stack) => {
      running.set(stack.name, { stack, since: clock.now(), step: "" });
      draw();
    },
    step: ({ name }, text) => {
      const row = running.get(name);
      if (row !== undefined) row.step = text;
      draw();
    },
    ended: (result) => {
      running.delete(result.name);
      ended.push(result);
      // What did not succeed stays above the table.
      if (result.status !== "succeeded") terminal.err(endText(result));
      draw();
    },
    [Symbol.dispose]: () => {
      cancel();
      show([]);
    },
  };
}
