import { type Clock, systemClock } from "../../provider/kernel/clock.ts";
import { tableLines } from "../../access/format/text-columns.ts";
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

const refreshMs = 1000;

/** The stacks that run, those that failed, and how many are done: a fleet has more stacks than a terminal has lines. */
function table(terminal: Terminal, show: NonNullable<Terminal["live"]>, stacks: number, clock: TableClock): ShownProgress {
  const running = new Map<string, { readonly stack: FleetStack; readonly since: number; step: string }>();
  const ended: StackResult[] = [];
  const colours = process.env["NO_COLOR"] === undefined;
  const titles = ["STACK", "ACCOUNT", "REGION", "STATUS", "TIME", "STEP"];
  const draw = (): void => {
    const rows = [...running.values()].map(({ stack: { name, account, region }, since, step }) => {
      const time = `${Math.round((clock.now() - since) / 1000)} s`;
      return [name, account, region, "running", time, step];
    });
    const waiting = stacks - running.size - ended.length;
    const counts = [statusCounts(ended), `${running.size} running`, `${waiting} waiting`].filter((text) => text !== "").join(", ");
    show([...(rows.length > 0 ? tableLines({ titles, rows }, { colours }) : []), counts]);
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
