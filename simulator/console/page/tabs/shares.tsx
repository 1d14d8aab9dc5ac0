import { useMemo, useState } from "preact/hooks";
import type { FullWorldFile } from "../../../index.ts";
import { matchesSearch } from "../../search.ts";
import { TextField } from "../components/fields.tsx";
import { type Column, Grid } from "../components/grid.tsx";
import { ShareDetail } from "./share-detail.tsx";
import { accountNamesOf, isLive, type Share, styleOfStatus } from "./world-types.ts";

interface SharesTabProps {
  readonly world: FullWorldFile | undefined;
  readonly selectedId: string | undefined;
  readonly select: (shareId: string) => void;
  readonly showCalls: (shareId: string) => void;
}

/** All shares, and the associations, invitations, permissions and tags of the selected one. */
export function SharesTab({ world, selectedId, select, showCalls }: SharesTabProps) {
  const [search, setSearch] = useState("");
  const openInvitations = useMemo(() => openInvitationsOf(world), [world]);
  const columns = useMemo(() => columnsOf(openInvitations, accountNamesOf(world)), [openInvitations, world]);
  const found = useMemo(() => world?.shares.filter((share) => matchesSearch(searchText(share), search)), [world, search]);
  if (world === undefined || found === undefined) return <p class="empty">Reading the shares.</p>;
  const selected = world.shares.find(({ id }) => id === selectedId);
  return (
    <>
      <div class="toolbar">
        <TextField label="Search" type="search" placeholder="share, owner, target, resource, tag" value={search} onValue={setSearch} />
        <p role="status">
          {found.length} of {world.shares.length} shares
        </p>
      </div>
      <div class="split">
        <Grid
          label="Shares"
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          initialSort={{ column: "Id", isDescending: false }}
          selectedKey={selectedId}
          onSelect={select}
          empty={world.shares.length === 0 ? "There is no share yet." : "No share matches the search."}
        />
        {selected ? (
          <ShareDetail key={selected.id} share={selected} world={world} showCalls={showCalls} />
        ) : (
          <p class="empty">Select a share to see and change what it holds.</p>
        )}
      </div>
    </>
  );
}

function columnsOf(openInvitations: ReadonlyMap<string, number>, accountNames: ReadonlyMap<string, string>): readonly Column<Share>[] {
  const numbers = (name: string, width: string, valueOf: (share: Share) => number): Column<Share> => ({
    name,
    width: `minmax(${width}, 0.6fr)`,
    text: (share) => String(valueOf(share)),
    sortBy: valueOf,
  });
  return [
    { name: "Id", width: "minmax(6.8rem, 1fr)", text: ({ id }) => id },
    { name: "Name", width: "minmax(8.5rem, 1.5fr)", text: ({ name }) => name },
    { name: "Owner", width: "minmax(4.6rem, 0.8fr)", text: ({ owner }) => accountNames.get(owner) ?? owner },
    {
      name: "Status",
      width: "minmax(5.6rem, 0.6fr)",
      text: ({ status }) => status,
      style: ({ status }) => styleOfStatus(status),
    },
    numbers("Resources", "6.4rem", (share) => liveOf(share, "Resource")),
    numbers("Targets", "5rem", (share) => liveOf(share, "Target")),
    numbers("Invited", "5rem", ({ id }) => openInvitations.get(id) ?? 0),
  ];
}

function openInvitationsOf(world: FullWorldFile | undefined): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { shareId, status } of world?.invitations ?? []) {
    if (status === "Pending") counts.set(shareId, (counts.get(shareId) ?? 0) + 1);
  }
  return counts;
}

function liveOf({ associations }: Share, side: "Resource" | "Target"): number {
  return associations.filter((association) => association.side === side && isLive(association)).length;
}

function searchText({ id, name, owner, status, associations, tags }: Share): string {
  return [id, name, owner, status, ...associations.map((association) => association.id), ...Object.entries(tags).flat()].join(" ");
}
