import { type Cell, type TableStyle, tableLines, wrapped } from "../../access/format/text-columns.ts";
import type { Result } from "./verify.ts";

const styles = { holds: "green", differs: "red", "not tried": "dim" } as const;
/** The width of lines that go to a file or a pipe. */
const pipedWidth = 120;

/** The results as a table: what differs comes first, then what holds. What was not tried follows, by what it needs. */
export function tableOf(results: readonly Result[], { colours, width = pipedWidth }: TableStyle): string[] {
  const { differs = [], holds = [], "not tried": others = [] } = Object.groupBy(results, ({ result }) => result);
  const rows = [...differs, ...holds].map(({ id, result, expected, seen }): Cell[] => [
    id,
    { text: result, style: styles[result] },
    expected,
    seen,
  ]);
  const table = tableLines({ titles: ["ASSUMPTION", "RESULT", "EXPECTED", "SEEN"], rows }, { colours, width });
  return others.length > 0 ? [...table, "", ...notTriedLines(others, width)] : table;
}

/** What was not tried, by what it needs. */
export function notTriedLines(results: readonly Result[], width = pipedWidth): readonly string[] {
  const reasons = [...Map.groupBy(results, ({ seen }) => seen)];
  return reasons.flatMap(([seen, group]) => wrapped(`Not tried, ${seen}: ${group.map(({ id }) => id).join(", ")}`, width));
}

/** How many assumptions hold, differ and were not tried. */
export function resultSummary(results: readonly Result[]): string {
  const count = (wanted: Result["result"]) => results.filter(({ result }) => result === wanted).length;
  return `${count("holds")} hold, ${count("differs")} ${count("differs") === 1 ? "differs" : "differ"}, ${count("not tried")} not tried.`;
}
