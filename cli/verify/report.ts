import { type Cell, type TableStyle, tableLines, wrapped } from "../../access/format/text-columns.ts";
import type { Result, Verified } from "./run.ts";

const styles = { holds: "green", differs: "red", "not tried": "dim" } as const;
/** The width of lines that go to a file or a pipe. */
const pipedWidth = 120;
const timeNames: Readonly<Record<string, string>> = {
  visibility: "until a new share is listed",
  associate: "from Associating to Associated",
  disassociate: "from Disassociating to Disassociated",
  deleteShare: "until a deleted share is listed as deleted, or no more",
};

/** The results as a table: what differs comes first, then what holds. What was not tried follows, by what it needs. */
export function tableOf(results: readonly Result[], { colours, width = pipedWidth }: TableStyle): string[] {
  const { differs = [], holds = [], "not tried": others = [] } = Object.groupBy(results, ({ result }) => result);
  const rows = [...differs, ...holds].map(({ id, asked, expected, result, seen }): Cell[] => [
    id,
    { text: result, style: styles[result] },
    `${asked}: ${expected}`,
    seen,
  ]);
  const table = tableLines({ titles: ["ASSUMPTION", "RESULT", "EXPECTED", "SEEN"], rows }, { colours, width });
  const reasons = [...Map.groupBy(others, ({ seen }) => seen)];
  const notTried = reasons.flatMap(([seen, group]) => wrapped(`Not tried, ${seen}: ${group.map(({ id }) => id).join(", ")}`, width));
  return notTried.length > 0 ? [...table, "", ...notTried] : table;
}

/** The measured times, a line each. */
export function timeLines({ times }: Pick<Verified, "times">): string[] {
  const measured = Object.entries(timeNames).flatMap(([name, text]) => (times[name] === undefined ? [] : [`${text}: ${times[name]} ms`]));
  const { acceptedCalls } = times;
  return acceptedCalls === undefined ? measured : [...measured, `accepted calls of one operation in a second: ${acceptedCalls}`];
}

/** How many assumptions hold, differ and were not tried. */
export function resultSummary(results: readonly Result[]): string {
  const count = (wanted: Result["result"]) => results.filter(({ result }) => result === wanted).length;
  return `${count("holds")} hold, ${count("differs")} ${count("differs") === 1 ? "differs" : "differ"}, ${count("not tried")} not tried.`;
}
