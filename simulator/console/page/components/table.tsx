import type { ComponentChild } from "preact";

interface TableProps {
  readonly columns: readonly string[];
  /** The rows. */
  readonly children: ComponentChild[];
}

/** A table of few rows; {@link Grid} is for many. */
export function Table({ columns, children }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A table below its heading, with "None." in place of a table without rows. */
export function TableSection({ heading, columns, children }: TableProps & { readonly heading: string }) {
  return (
    <>
      <h3>{heading}</h3>
      {children.length === 0 ? <p>None.</p> : <Table columns={columns}>{children}</Table>}
    </>
  );
}
