import { useMemo, useState } from "preact/hooks";
import type { Grant } from "../../../../provider/simulator/index.ts";
import { matchesSearch, targetKindOf, textOfGrant } from "../../search.ts";
import { TextField } from "../components/fields.tsx";
import { type Column, Grid } from "../components/grid.tsx";

/** A picture of more accesses is drawn on request only: drawing takes seconds, and few of its names are legible. */
const mostDrawnAtOnce = 300;

const columns: readonly Column<Grant>[] = [
  { name: "Target", width: "minmax(10.5rem, 1.2fr)", text: ({ target }) => target.id },
  {
    name: "Kind",
    width: "minmax(8rem, 0.8fr)",
    text: ({ target }) => targetKindOf(target),
    style: ({ target }) => (target.external ? "warning" : undefined),
  },
  { name: "Resource", width: "minmax(8rem, 1.2fr)", text: ({ resource }) => resource.id },
  { name: "Type", width: "minmax(6rem, 1fr)", text: ({ resource }) => resource.type },
  { name: "Permission", width: "minmax(9rem, 1.6fr)", text: ({ permission }) => permission },
  { name: "Share", width: "minmax(7rem, 1fr)", text: ({ shareName }) => shareName },
  { name: "Owner", width: "10.5rem", text: ({ owner }) => owner },
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
  const found = useMemo(() => grants?.filter((grant) => matchesSearch(textOfGrant(grant), search)), [grants, search]);
  if (grants === undefined || found === undefined) return <p class="empty">Reading who can use what.</p>;
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
          columns={columns}
          rows={found}
          keyOf={keyOf}
          initialSort={{ column: "Target", isDescending: false }}
          selectedKey={selectedKey}
          onSelect={setSelectedKey}
          empty={grants.length === 0 ? "No share grants access yet." : "No access matches the search."}
        />
      )}
    </>
  );
}

function AccessPicture({ grants, search }: { readonly grants: readonly Grant[]; readonly search: string }) {
  const [requested, setRequested] = useState<string>();
  // Other accesses need another picture, although the search is the same.
  const version = useMemo(() => checksum(grants.map((grant) => `${keyOf(grant)} ${grant.permission} ${grant.pending}`).join()), [grants]);
  if (grants.length === 0) return <p class="empty">There is no access to draw.</p>;
  if (grants.length > mostDrawnAtOnce && requested !== search) {
    return (
      <p class="empty">
        The picture of {grants.length} accesses takes a while, and leaves out shares that do not fit. A search makes it smaller.{" "}
        <button type="button" onClick={() => setRequested(search)}>
          Draw {grants.length} accesses
        </button>
      </p>
    );
  }
  const source = `access.svg?search=${encodeURIComponent(search)}&version=${version}`;
  return (
    <div class="picture" tabIndex={0} role="region" aria-label="Picture of who can use what">
      <img
        src={source}
        alt={`A graph of ${grants.length} accesses: lines lead from resources over shares to targets. The table has the same accesses.`}
      />
    </div>
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
