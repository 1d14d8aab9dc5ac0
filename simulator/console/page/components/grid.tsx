import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { Wrappable } from "./wrappable.tsx";

/** A column of a {@link Grid}. */
export interface Column<Row> {
  readonly name: string;
  /** A track size of a CSS grid. */
  readonly width: string;
  readonly text: (row: Row) => string;
  /** What rows are sorted by; the text when absent. */
  readonly sortBy?: (row: Row) => number | string;
  readonly style?: (row: Row) => string | undefined;
}

/** A column and a direction. */
interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

interface GridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The column that rows are sorted by at first; without it they have the order that they came in. */
  readonly initialSort?: Sort;
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string) => void;
  /** The text in place of rows. */
  readonly empty: string;
}

/** Two lines: an id that is longer than its column goes on in the second. */
const rowHeight = 42;
/** Rows above and below the visible ones, so that fast scrolling shows no gap. */
const extraRows = 8;

/** A sortable table of any number of rows. Only the visible rows are elements of the page. Arrow keys move the selection. */
export function Grid<Row>({ label, columns, rows, keyOf, initialSort, selectedKey, onSelect, empty }: GridProps<Row>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const [sort, setSort] = useState<Sort | undefined>(initialSort);
  const sorted = useMemo(() => sortedRows(rows, columns, sort), [rows, columns, sort]);
  const selectedIndex = useMemo(
    () => (selectedKey === undefined ? -1 : sorted.findIndex((row) => keyOf(row) === selectedKey)),
    [sorted, selectedKey],
  );
  const updateView = (): void => {
    if (scroller.current) setView({ top: scroller.current.scrollTop, height: scroller.current.clientHeight });
  };
  const isEmpty = rows.length === 0;
  useEffect(() => {
    const observer = new ResizeObserver(updateView);
    if (scroller.current) observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [isEmpty]);
  const select = (index: number): void => {
    const row = sorted[index];
    if (row === undefined) return;
    onSelect(keyOf(row));
    scrollTo(scroller.current, index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const pageRows = Math.max(1, Math.floor(view.height / rowHeight) - 2);
    const next = nextIndex(event.key, selectedIndex, sorted.length, pageRows);
    if (event.target !== event.currentTarget || next === undefined) return;
    event.preventDefault();
    select(next);
  };
  const first = Math.max(0, Math.floor(view.top / rowHeight) - extraRows);
  const visible = sorted.slice(first, first + Math.ceil(view.height / rowHeight) + 2 * extraRows);
  const isSelectedVisible = selectedIndex >= first && selectedIndex < first + visible.length;
  const tracks = { gridTemplateColumns: columns.map(({ width }) => width).join(" ") };
  if (isEmpty) return <p class="empty">{empty}</p>;
  return (
    <div
      ref={scroller}
      class="grid"
      role="grid"
      aria-label={label}
      aria-rowcount={sorted.length + 1}
      aria-activedescendant={isSelectedVisible ? `${id}-${selectedIndex}` : undefined}
      tabIndex={0}
      onScroll={updateView}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" class="grid-head">
        <div role="row" class="grid-row" aria-rowindex={1} style={tracks}>
          {columns.map(({ name }) => {
            const isSorted = name === sort?.column;
            const direction = sort?.isDescending ? "descending" : "ascending";
            const arrow = sort?.isDescending ? " ▼" : " ▲";
            return (
              <div key={name} role="columnheader" aria-sort={isSorted ? direction : "none"}>
                <button type="button" onClick={() => setSort({ column: name, isDescending: isSorted && !sort.isDescending })}>
                  {name}
                  <span aria-hidden="true">{isSorted ? arrow : ""}</span>
                </button>
              </div>
            );
          })}
        </div>
      </div>
      <div role="rowgroup" class="grid-body" style={{ height: `${sorted.length * rowHeight}px` }}>
        {visible.map((row, offset) => {
          const index = first + offset;
          const key = keyOf(row);
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              role="row"
              class="grid-row"
              aria-rowindex={index + 2}
              aria-selected={key === selectedKey}
              style={{ ...tracks, top: `${index * rowHeight}px` }}
              onClick={() => onSelect(key)}
            >
              {columns.map(({ name, text, style }) => (
                <div key={name} role="gridcell" class={style?.(row)} title={text(row)}>
                  <span>
                    <Wrappable text={text(row)} />
                  </span>
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function sortedRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined): readonly Row[] {
  const sorting = columns.find(({ name }) => name === sort?.column);
  if (sorting === undefined) return rows;
  const sortBy = sorting.sortBy ?? sorting.text;
  const keyed = rows.map((row) => ({ row, key: sortBy(row) }));
  const direction = sort?.isDescending ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    return a.key < b.key ? -direction : direction;
  });
  return keyed.map(({ row }) => row);
}

/** The index that a key moves the selection to; `undefined` for every other key. */
function nextIndex(key: string, index: number, count: number, pageRows: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, index + 1);
    case "ArrowUp":
      return Math.max(0, index - 1);
    case "PageDown":
      return Math.min(last, index + pageRows);
    case "PageUp":
      return Math.max(0, index - pageRows);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}

/** Scrolls as little as needed until a row is visible below the header. */
function scrollTo(scroller: HTMLDivElement | null, index: number): void {
  if (scroller === null) return;
  const top = index * rowHeight;
  const bottom = top + 2 * rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
}
