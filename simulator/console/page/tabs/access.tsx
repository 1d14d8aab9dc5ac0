import { useMemo, useState } from "preact/hooks";
import type { AccessRow } from "../../access-view.ts";
import { useAdminValue } from "../admin/polling.ts";
import { Search } from "../components/search.tsx";
import { type Column, Table } from "../components/table.tsx";

const columns: readonly Column<AccessRow>[] = [
  { name: "Target", cell: ({ target }) => target, style: ({ risk }) => risk && (risk === "outside" ? "bad" : "warning") },
  { name: "Resource", cell: ({ resource }) => resource },
  {
    name: "Permission",
    cell: ({ permission }) => permission,
    style: ({ isWritePermission }) => (isWritePermission ? "warning" : undefined),
  },
  {
    name: "State",
    cell: ({ pending }) => (pending ? "pending" : "in force"),
    style: ({ pending }) => (pending ? "warning" : "good"),
  },
  {
    name: "Shares",
    cell: ({ shares }) => shares.flatMap(({ id, label }, index) => [index > 0 && ", ", <a href={`#Shares/${id}`}>{label}</a>]),
  },
];
const ownerColumn: Column<AccessRow> = { name: "Owner", cell: ({ owner }) => owner };

/** The width of the margins of the page and of the frame beside a picture, in pixels. */
const margins = 54;

/** Who can use what: accesses, which can be searched, and a picture of the accesses that match. */
export function AccessTab({ revision }: { readonly revision: number }) {
  const [search, setSearch] = useState("");
  const [form, setForm] = useState<"Table" | "Picture">("Table");
  const query = `search=${encodeURIComponent(search)}` as const;
  const table = useAdminValue(`console/access.json?${query}`, revision);
  // Other accesses need another picture, although the search is the same.
  const version = useMemo(() => Date.now(), [table]);
  if (table === undefined) return <p class="muted">Reading who can use what.</p>;
  const { total, found, summary, rows } = table;
  const picture = `access.svg?${query}&width=${innerWidth - margins}&version=${version}`;
  return (
    <>
      <Search value={search} onValue={setSearch} placeholder="target, resource, permission, share" found={`${found} of ${total} accesses`}>
        <div class="switch" role="group" aria-label="Form">
          {(["Table", "Picture"] as const).map((name) => (
            <button key={name} type="button" aria-pressed={name === form} onClick={() => setForm(name)}>
              {name}
            </button>
          ))}
        </div>
      </Search>
      {found > 0 && <p>{summary}</p>}
      {form === "Picture" && rows.length > 0 ? (
        <section aria-label="Picture">
          <a href={picture} target="_blank" class="picture">
            <img
              src={picture}
              alt={`A graph of ${found} accesses: lines lead from the resources of each share to its targets. The table has the same accesses.`}
            />
          </a>
        </section>
      ) : (
        <Table
          columns={rows[0]?.owner === undefined ? columns : [...columns, ownerColumn]}
          rows={rows}
          keyOf={JSON.stringify}
          empty={total === 0 ? "No share grants access." : "No share grants such access."}
        />
      )}
    </>
  );
}
