import { detailOf, statusTexts } from "../../sdk/fleet/report/summary.ts";
import type { Progress } from "../../sdk/fleet/run/run-fleet.ts";
import type { Terminal } from "../command.ts";

/** Prints a line for each start and end of a stack. */
export function progressOn(terminal: Terminal, stacks: number): Progress {
  let ended = 0;
  return {
    started: ({ name }) => terminal.err(`${name}: started`),
    ended: (result) => {
      const { name, status, seconds } = result;
      ended += 1;
      const time = seconds > 0 ? ` after ${seconds} s` : "";
      const detail = detailOf(result);
      terminal.err(`${name}: ${statusTexts[status]}${time}${detail === "" ? "" : ` (${detail})`} [${ended} of ${stacks}]`);
    },
  };
}
