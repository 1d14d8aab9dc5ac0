/**
 * Services whose resource types begin with the service's name, which their ARNs omit (assumption S-arntype).
 * The ARN type `portfolio` of `servicecatalog` is a ServiceCatalogPortfolio.
 */
const namedInType: ReadonlySet<string> = new Set(["kms", "ros", "servicecatalog"]);

/** Normalizes a resource type: `VSwitch`, `vswitch` and `v-switch` are equal (assumption S-arntype). */
export function typeKey(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Returns the normalized type of an ARN `acs:<service>:<region>:<account>:<type>/<id>`. */
export function typeKeyIn(arn: string): string {
  const [, service = "", , , rest = ""] = arn.split(":");
  const key = typeKey(rest.slice(0, rest.indexOf("/")));
  return namedInType.has(service) && !key.startsWith(service) ? `${service}${key}` : key;
}

/** Returns the id at the end of an ARN. */
export function idIn(arn: string): string {
  return arn.slice(arn.indexOf("/") + 1);
}

/** Returns whether an ARN names the resource of a type and id. */
export function isArnOf(arn: string, type: string, id: string): boolean {
  return idIn(arn) === id && typeKeyIn(arn) === typeKey(type);
}
