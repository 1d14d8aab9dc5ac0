import { resourceOfArn, type Resource } from "../access.ts";
import type { Side } from "./planned-resource.ts";
import { itemsOf, textOf } from "./values.ts";

/** Facts from a stack's association records and outputs about ids that its inputs only name. */
export interface KnownIds {
  /** Whether an account is outside the resource directory. */
  readonly external: Map<string, boolean>;
  /** Resource types by ARN, and by the `<service>:<kind>` of an ARN. */
  readonly types: Map<string, string>;
  /** Ids of accounts by their names in the configuration. */
  readonly accounts: Map<string, string>;
  /** Names of default permissions by resource type. */
  readonly defaults: Map<string, string>;
}

/** The types as the service spells them: an ARN contains the kind alone (`vswitch`), or service and kind (`kms`, `instance`). */
const spelt =
  "VSwitch PrefixList PublicIpAddressPool IpamPool Image Snapshot CapacityReservation ElasticityAssurance ROSTemplate ServiceCatalogPortfolio KMSInstance CompliancePack".split(
    " ",
  );
const typeOfWord = new Map(spelt.map((type) => [type.toLowerCase(), type]));
const standard = /^AliyunRSDefaultPermission(.+)$/;

/** Collects the known ids from both sides of all steps. */
export function knownIdsOf(sides: readonly Side[]): KnownIds {
  const known: KnownIds = { external: new Map(), types: new Map(), accounts: new Map(), defaults: new Map() };
  for (const { inputs, outputs } of sides) {
    for (const { kind, entityType, entityId, arn, external } of itemsOf(outputs["associations"])) {
      if (kind === "Target" && typeof entityId === "string" && typeof external === "boolean") known.external.set(entityId, external);
      if (typeof arn === "string" && typeof entityType === "string") {
        known.types.set(arn, entityType).set(resourceOfArn(arn).type, entityType);
      }
    }
    const [account, accountId] = [textOf(outputs["account"]), textOf(outputs["accountId"]) ?? textOf(outputs["receiverAccountId"])];
    if (account !== undefined && accountId !== undefined) known.accounts.set(account, accountId);
    const name = textOf(outputs["permissionName"]);
    const type = textOf(outputs["resourceType"]);
    if (outputs["defaultPermission"] === true && name !== undefined && type !== undefined) known.defaults.set(type, name);
    const listed = [inputs, outputs].flatMap((values) => [values["permissionName"], ...listOf(values["permissionNames"])]);
    for (const item of listed) {
      const ofType = typeof item === "string" ? standard.exec(item)?.[1] : undefined;
      if (ofType !== undefined && typeof item === "string") known.defaults.set(ofType, item);
    }
  }
  return known;
}

/** The resource that an ARN names, with the service's name of its type where that is known. */
export function resourceNamed(arn: string, { types }: KnownIds): Resource {
  const { type: spelling } = resourceOfArn(arn);
  const [service = "", kind = ""] = spelling.split(":");
  const type = types.get(arn) ?? types.get(spelling) ?? typeOfWord.get(kind) ?? typeOfWord.get(service + kind);
  return resourceOfArn(arn, type);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
