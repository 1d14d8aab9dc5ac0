import { useMemo, useState } from "preact/hooks";
import { kindOf, riskOf } from "../../../../access/format/target-kind.ts";
import { isWritePermission, riskFirst } from "../../../../access/diff/review/risks.ts";
import type { Grant } from "../../../index.ts";
import { type AccountNamer, matchesSearch, textOfGrant } from "../../search.ts";
import { Search } from "../components/search.tsx";
import { type Column, Table } from "../components/table.tsx";

/** The columns of the command `access`: the owner only where there are several. */
const columnsOf = (named: AccountNamer, hasOwners: boolean): readonly Column<Grant>[] => [
  { name: "Target", cell: ({ target }) => `${named(target.id)} (${kindOf(target)})`, style: ({ target }) => riskOf(target) && "warning" },
  { name: "Resource", cell: ({ resource }) => `${resource.type} ${resource.id}` },
  {
    name: "Permission",
    cell: ({ permission }) => permission,
    style: ({ permission }) => (isWritePermission(permission) ? "warning" : undefined),
  },
  {
    name: "State",
    cell: ({ pending }) => (pending ? "pending" : "in force"),
    style: ({ pending }) => (pending ? "warning" : "good"),
  },
  { name: "Share", cell: ({ shareId, shareName }) => <a href={`#Shares/${shareId}`}>{shareName}</a> },
  ...(hasOwners ? [{ name: "Owner", cell: ({ owner }: Grant) => named(owner) }] : []),
];

/** What the page leaves free beside a picture, in pixels. */
const margins = 28;

interface AccessTabProps {
  readonly grants: readonly Grant[] | undefined;
  readonly named: AccountNamer;
}

/** Who can use what: a table that can be searched, and a picture of the accesses that match. */
export function AccessTab({ grants, named }: AccessTabProps) {
  const [search, setSearch] = useState("");
  const [isPictureShown, setPictureShown] = useState(false);
  // Other accesses need another picture, although the search is the same.
  const version = useMemo(() => Date.now(), [grants]);
  if (grants === undefined) return <p class="muted">Reading who can use what.</p>;
  const found = riskFirst(grants.filter((grant) => matchesSearch(textOfGrant(grant, named), search)));
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
        <Table
          columns={columnsOf(named, new Set(grants.map(({ owner }) => owner)).size > 1)}
          rows={found}
          keyOf={keyOf}
          empty="No share grants such access."
        />
      )}
    </>
  );
}

function keyOf({ target, resource, shareId }: Grant): string {
  return `${target.id} ${resource.type} ${resource.id} ${shareId}`;
}
