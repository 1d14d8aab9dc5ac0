import type { Association } from "../../provider/api/entities.ts";
import { isAssociated } from "../../provider/resources/association/association-output.ts";

/** The newest association record of each entity: the service may list an older, ended record beside it for days (assumption S-newest). */
export function newestRecords(records: readonly Association[]): {
  readonly records: readonly Association[];
  readonly failed: readonly Association[];
} {
  const entities = Map.groupBy(records, ({ AssociationType, EntityType, EntityId }) =>
    AssociationType === "Target" ? EntityId : `${EntityType ?? ""} ${EntityId}`,
  );
  const newest = [...entities.values()].flatMap((same) => same.toSorted(newestFirst).slice(0, 1));
  return {
    records: newest.filter(isAssociated),
    failed: newest.filter(({ AssociationStatus }) => AssociationStatus === "Failed"),
  };
}

/** Sorts by creation time; of two records of the same time, the associated one comes first. */
function newestFirst(a: Association, b: Association): number {
  const [atA, atB] = [a.CreateTime ?? "", b.CreateTime ?? ""];
  if (atA !== atB) return atA < atB ? 1 : -1;
  return Number(isAssociated(b)) - Number(isAssociated(a));
}
