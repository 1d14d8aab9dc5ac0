import { useState } from "preact/hooks";
import type { FullWorldFile } from "../../../index.ts";
import { type EntityNamer, matchesSearch } from "../../search.ts";
import { Search } from "../components/search.tsx";
import { type Column, Table } from "../components/table.tsx";
import { ShareDetail } from "./share-detail.tsx";
import { isLive, type Share, styleOfStatus } from "./world-types.ts";

interface SharesTabProps {
  readonly world: FullWorldFile | undefined;
  readonly named: EntityNamer;
  readonly selectedId: string | undefined;
}

/** All shares, and the associations, invitations, permissions and tags of the selected one. */
export function SharesTab({ world, named, selectedId }: SharesTabProps) {
  const [search, setSearch] = useState("");
  if (world === undefined) return <p class="muted">Reading the shares.</p>;
  const found = world.shares.filter((share) => matchesSearch(searchText(share, named), search));
  const selected = world.shares.find(({ id }) => id === selectedId);
  const columns: readonly Column<Share>[] = [
    {
      name: "Share",
      cell: ({ id, name }) => (
        <a href={`#Shares/${id}`} aria-current={id === selectedId}>
          {name}
          <br />
          <span class="id long">{id}</span>
        </a>
      ),
    },
    { name: "Owner", cell: ({ owner }) => named(owner) },
    { name: "Status", cell: ({ status }) => status, style: ({ status }) => styleOfStatus(status) },
    { name: "Resources", cell: (share) => liveOf(share, "Resource") },
    { name: "Targets", cell: (share) => liveOf(share, "Target") },
  ];
  return (
    <>
      <Search
        value={search}
        onValue={setSearch}
        placeholder="share, owner, target, resource, tag"
        found={`${found.length} of ${world.shares.length} shares`}
      />
      <div class="split">
        <Table
          columns={columns}
          rows={found}
          keyOf={({ id }) => id}
          selectedKey={selectedId}
          empty={world.shares.length === 0 ? "There are no shares." : "There is no such share."}
        />
        {selected && <ShareDetail key={selected.id} share={selected} world={world} named={named} />}
      </div>
    </>
  );
}

function liveOf({ associations }: Share, side: "Resource" | "Target"): number {
  return associations.filter((association) => association.side === side && isLive(association)).length;
}

function searchText({ id, name, owner, status, associations, tags }: Share, named: EntityNamer): string {
  return [id, name, named(owner), status, ...associations.map((association) => named(association.id)), ...Object.entries(tags).flat()].join(
    " ",
  );
}
