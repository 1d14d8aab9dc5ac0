import type { Program } from "./model.ts";
import { entriesOf } from "./render.ts";
import type { Workspace } from "./workspace.ts";

/** What was edited, for the search for the reason of a difference. */
export function describeChange(before: Program, after: Program, place: Workspace): string {
  const lines = (listed: Program) => entriesOf(listed, place).map((entry) => JSON.stringify(entry));
  const [was, is] = [lines(before), lines(after)];
  const forced = after.forced.length > 0 ? [`  replaced: ${after.forced.join(", ")}`] : [];
  return [
    ...forced,
    ...was.filter((line) => !is.includes(line)).map((line) => `  - ${line}`),
    ...is.map((line) => `  ${was.includes(line) ? " " : "+"} ${line}`),
  ].join("\n");
}
