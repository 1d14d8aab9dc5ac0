import { ListSharedResources } from "../../api/associations.ts";
import type { Association } from "../../api/entities.ts";
import type { Client } from "../../client/client.ts";
import { ApiError } from "../../kernel/errors.ts";

/** Returns the types of records whose resources calls must name by ARN. No operation lists them, so it tries a reading call for each type. */
export async function typesByArnOnly(client: Client, records: readonly Association[]): Promise<ReadonlySet<string>> {
  const examples = new Map(
    records.flatMap(({ AssociationType, EntityType, EntityId }) =>
      AssociationType === "Resource" && EntityType !== undefined ? [[EntityType, EntityId] as const] : [],
    ),
  );
  const asked = [...examples].map(async ([type, id]) => {
    try {
      await client.call(ListSharedResources, { ResourceOwner: "Self", ResourceType: type, ResourceIds: [id], MaxResults: 1 });
      return [];
    } catch (error) {
      // ARNs are valid for every type, so they also serve where the call is not allowed.
      if (error instanceof ApiError && (error.category === "denied" || error.category === "invalid")) return [type];
      throw error;
    }
  });
  return new Set((await Promise.all(asked)).flat());
}
