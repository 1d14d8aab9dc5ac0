import type { ComponentChild } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** A column of a {@link Table}. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ComponentChild;
  readonly style?: (row: Row) => string | undefined;
}

interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** The key of the selected row, which is shown wherever it is, and whose link gets the focus when it is no longer selected. */
  readonly selectedKey?: string | number | undefined;
  /** The text in place of rows. */
  readonly empty?: string;
}

/** How many rows a table shows at first, and how many more at a time. */
const rowsAtATime = 50;

/** A table of the first rows. A link in a row is followed wherever the row is clicked. */
export function Table<Row>({ columns, rows, keyOf, selectedKey, empty = "None." }: TableProps<Row>) {
  const [mostRows, setMostRows] = useState(rowsAtATime);
  const selected = selectedKey === undefined ? -1 : rows.findIndex((row) => keyOf(row) === selectedKey);
  const shownRows = Math.max(mostRows, selected + 1);
  const lastSelected = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (selectedKey === undefined) lastSelected.current?.querySelector("a")?.focus();
  }, [selectedKey]);
  const keepSelected = (row: HTMLTableRowElement | null): void => void (lastSelected.current = row ?? lastSelected.current);
  if (rows.length === 0) return <p class="muted">{empty}</p>;
  return (
    <div class="table">
      <table>
        <thead>
          <tr>
            {columns.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shownRows).map((row, index) => (
            <tr key={keyOf(row)} ref={index === selected ? keepSelected : undefined}>
              {columns.map(({ name, cell, style }) => (
                <td key={name} class={style?.(row)} data-column={name}>
                  {wrappable(cell(row))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shownRows && (
        <button type="button" onClick={() => setMostRows(shownRows + rowsAtATime)}>
          Show more: {shownRows} of {rows.length} are shown
        </button>
      )}
    </div>
  );
}

/** The longest name that is not broken, and the longest id, in characters. */
const longestUnbroken = 20;
const longestId = 30;

/**
 * A text whose lines may also end between the words of a long name, as in `AliyunRSDefaultPermissionImage`, but not at the hyphens of an id.
 * Where columns have no room, the cell of a long id has a line of its own.
 */
function wrappable(content: ComponentChild): ComponentChild {
  if (typeof content !== "string") return content;
  return content.split(/(?<= )/).map((name) => {
    const isShort = name.length <= longestUnbroken;
    if (name.includes("-") && name.length <= longestId) {
      return [<span class={isShort ? "id" : "id long"}>{name.trimEnd()}</span>, name.endsWith(" ") && " "];
    }
    if (isShort) return name;
    const pieces = name.split(/(?<=\.)(?=\p{L})|(?<=\p{Ll})(?=\p{Lu})/u);
    return pieces.flatMap((piece, index) => (index === 0 ? piece : [<wbr key={index} />, piece]));
  });
}
