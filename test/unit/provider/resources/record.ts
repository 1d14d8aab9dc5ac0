import type { Association } from "../../../../provider/api/entities.ts";

/** The record of a resource in a share, with some fields overridden. */
export const recordOf = (more: Partial<Association>): Association => ({
  ResourceShareId: "rs-1",
  AssociationType: "Resource",
  AssociationStatus: "Associated",
  EntityId: "port-1",
  ...more,
});
