import type { Association } from "../provider/api/entities.ts";
import { isAssociated } from "../provider/resources/association/association-output.ts";
import { newestOf } from "../provider/resources/association/entities.ts";

/** The newest association record of each entity of one share: those that are associated, and those that failed. */
export function newestAssociations(records: readonly Association[]): {
  readonly associated: readonly Association[];
  readonly failed: readonly Association[];
} {
  const byEntity = Map.groupBy(records, ({ AssociationType, EntityType, EntityId }) =>
    AssociationType === "Target" ? EntityId : `${EntityType ?? ""} ${EntityId}`,
  );
  const newest = [...byEntity.values()].flatMap((same) => newestOf(same) ?? []);
  return {
    associated: newest.filter(isAssociated),
    failed: newest.filter(({ AssociationStatus }) => AssociationStatus === "Failed"),
  };
}
