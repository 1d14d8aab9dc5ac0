import { useMemo, useState } from "preact/hooks";
import { kindOf, riskOf } from "../../../../access/format/target-kind.ts";
import { isWritePermission } from "../../../../access/write-permission.ts";
import type { Grant } from "../../../index.ts";
import { matchesSearch, textOfGrant } from "../../search.ts";
import { Search } from "../components/search.tsx";
import { type Column, Table } from "../components/table.tsx";

const columns: readonly Column<Grant>[] = [
  { name: "Target", cell: ({ target }) => target.id },
  { name: "Kind", cell: ({ target }) => kindOf(target), style: ({ target }) => riskOf(target) && "warning" },
  { name: "Resource", cell: ({ resource }) => resource.id },
  { name: "Type", cell: ({ resource }) => resource.type },
  {
    name: "Permission",
    cell: ({ permission }) => permission,
    style: ({ permission }) => (isWritePermission(permission) ? "warning" : undefined),
  },
  { name: "Share", cell: ({ shareId, shareName }) => <a href={`#Shares/${shareId}`}>{shareName}</a> },
  { name: "Owner", cell: ({ owner }) => owner },
  {
    name: "State",
    cell: ({ pending }) => (pending ? "pending" : "in force"),
    style: ({ pending }) => (pending ? "warning" : "good"),
  },
];

/** What the page leaves free beside a picture, in pixels. */
const margins = 28;

/** Who can use what: a table that can be searched, and a picture of the accesses that match. */
export function AccessTab({ grants }: { readonly grants: readonly Grant[] | undefined }) {
  const [search, setSearch] = useState("");
  const [isPictureShown, setPictureShown] = useState(false);
  // Other accesses need another picture, although the search is the same.
  const version = useMemo(() => Date.now(), [grants]);
  if (grants === undefined) return <p class="muted">Reading who can use what.</p>;
  const found = grants.filter((grant) => matchesSearch(textOfGrant(grant), search)).toSorted((one, other) => rankOf(one) - rankOf(other));
  const picture = `access.svg?search=${encodeURIComponent(search)}&width=${innerWidth - margins}&version=${version}`;
  return (
    <>
      <Search
        value={search}
        onValue={setSearch}
        placeholder="target, resource, permission, share"
        found={`${found.length} of ${grants.length} accesses`}
      >
        <button type="button" aria-pressed={isPictureShown} onClick={() => setPictureShown(!isPictureShown)}>
          Picture
        </button>
      </Search>
      {isPictureShown && found.length > 0 ? (
        <a href={picture} target="_blank">
          <img
            src={picture}
            alt={`A graph of ${found.length} accesses: lines lead from the resources of each share to its targets. The table has the same accesses.`}
          />
        </a>
      ) : (
        <Table columns={columns} rows={found} keyOf={keyOf} empty="No share grants such access." />
      )}
    </>
  );
}

/** What to check comes first. */
function rankOf({ target }: Grant): number {
  return ["outside", "check", undefined].indexOf(riskOf(target));
}

function keyOf({ target, resource, shareId }: Grant): string {
  return `${target.id} ${resource.type} ${resource.id} ${shareId}`;
}
