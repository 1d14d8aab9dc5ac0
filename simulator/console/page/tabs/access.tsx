import { useMemo, useRef, useState } from "preact/hooks";
import type { Grant } from "../../../index.ts";
import { kindOf, riskOf } from "../../../../access/format/target-kind.ts";
import { isWritePermission } from "../../../../access/write-permission.ts";
import { matchesSearch, riskRankOf, textOfGrant } from "../../search.ts";
import { TextField } from "../components/fields.tsx";
import { type Column, Grid } from "../components/grid.tsx";

const ownerColumn: Column<Grant> = { name: "Owner", width: "minmax(11.5rem, 1fr)", text: ({ owner }) => owner };

const columns: readonly Column<Grant>[] = [
  { name: "Target", width: "minmax(11.5rem, 1.2fr)", text: ({ target }) => target.id },
  {
    name: "Kind",
    width: "minmax(6rem, 0.7fr)",
    text: ({ target }) => kindOf(target),
    style: ({ target }) => (riskOf(target) === undefined ? undefined : "warning"),
  },
  { name: "Resource", width: "minmax(11.5rem, 1.3fr)", text: ({ resource }) => resource.id },
  { name: "Type", width: "minmax(6.5rem, 0.8fr)", text: ({ resource }) => resource.type },
  {
    name: "Permission",
    width: "minmax(15.5rem, 2fr)",
    text: ({ permission }) => permission,
    style: ({ permission }) => (isWritePermission(permission) ? "warning" : undefined),
  },
  { name: "Share", width: "minmax(9rem, 1.3fr)", text: ({ shareName }) => shareName },
  ownerColumn,
  {
    name: "State",
    width: "minmax(5rem, 0.6fr)",
    text: ({ pending }) => (pending ? "pending" : "in force"),
    style: ({ pending }) => (pending ? "warning" : "good"),
  },
];

interface AccessTabProps {
  readonly grants: readonly Grant[] | undefined;
  readonly openShare: (shareId: string) => void;
}

/** Who can use what: a table that can be searched and sorted, and a picture of the accesses that match. */
export function AccessTab({ grants, openShare }: AccessTabProps) {
  const [search, setSearch] = useState("");
  const [selectedKey, setSelectedKey] = useState<string>();
  const [isPictureShown, setPictureShown] = useState(false);
  const found = useMemo(() => foundIn(grants, search), [grants, search]);
  if (grants === undefined || found === undefined) return <p class="empty">Reading who can use what.</p>;
  const hasOneOwner = new Set(grants.map(({ owner }) => owner)).size < 2;
  const selected = found.find((grant) => keyOf(grant) === selectedKey);
  return (
    <>
      <div class="toolbar">
        <TextField label="Search" type="search" placeholder="target, resource, permission, share" value={search} onValue={setSearch} />
        <p role="status">
          {found.length} of {grants.length} accesses
        </p>
        <button type="button" aria-pressed={isPictureShown} onClick={() => setPictureShown(!isPictureShown)}>
          Picture
        </button>
        {selected && (
          <button type="button" onClick={() => openShare(selected.shareId)}>
            Open share {selected.shareName}
          </button>
        )}
      </div>
      {isPictureShown ? (
        <AccessPicture grants={found} search={search} />
      ) : (
        <Grid
          label="Who can use what"
          columns={hasOneOwner ? columns.filter((column) => column !== ownerColumn) : columns}
          rows={found}
          keyOf={keyOf}
          selectedKey={selectedKey}
          onSelect={setSelectedKey}
          empty={grants.length === 0 ? "No share grants access yet." : "No access matches the search."}
        />
      )}
    </>
  );
}

/** The accesses that match a search; what to check comes first. */
function foundIn(grants: readonly Grant[] | undefined, search: string): readonly Grant[] | undefined {
  return grants
    ?.filter((grant) => matchesSearch(textOfGrant(grant), search))
    .toSorted((one, other) => riskRankOf(one) - riskRankOf(other) || (one.target.id < other.target.id ? -1 : 1));
}

const zoomStep = 1.5;

function AccessPicture({ grants, search }: { readonly grants: readonly Grant[]; readonly search: string }) {
  const image = useRef<HTMLImageElement>(null);
  // Without a width, the picture is as large as it is, or as has room.
  const [width, setWidth] = useState<number>();
  const resize = (factor: number): void => setWidth((image.current?.width ?? 0) * factor);
  // Other accesses need another picture, although the search is the same.
  const version = useMemo(() => checksum(grants.map((grant) => `${keyOf(grant)} ${grant.permission} ${grant.pending}`).join()), [grants]);
  if (grants.length === 0) return <p class="empty">There is no access to draw.</p>;
  const source = `access.svg?search=${encodeURIComponent(search)}&width=${window.innerWidth}&version=${version}`;
  return (
    <>
      <div class="toolbar">
        <button type="button" onClick={() => resize(1 / zoomStep)}>
          Smaller
        </button>
        <button type="button" onClick={() => setWidth(undefined)}>
          Fit
        </button>
        <button type="button" onClick={() => resize(zoomStep)}>
          Larger
        </button>
      </div>
      <div class="picture" tabIndex={0} role="region" aria-label="Picture of who can use what">
        <img
          ref={image}
          src={source}
          style={width === undefined ? { maxWidth: "100%" } : { width: `${width}px` }}
          alt={`A graph of ${grants.length} accesses: lines lead from the resources of each share to its targets. The table has the same accesses.`}
        />
      </div>
    </>
  );
}

function keyOf({ target, resource, shareId }: Grant): string {
  return `${target.id} ${resource.type} ${resource.id} ${shareId}`;
}

function checksum(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0;
  return sum;
}
