/** Services whose name begins the type of what they hold, while their ARNs leave it out: `portfolio` of `servicecatalog` is a ServiceCatalogPortfolio (assumption S-arntype). */
const namedInType: ReadonlySet<string> = new Set(["kms", "ros", "servicecatalog"]);

/** A resource type without what its spellings differ in: `VSwitch`, `vswitch` and `v-switch` are one (assumption S-arntype). */
export function typeKey(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** The same for the type that an ARN `acs:<service>:<region>:<account>:<type>/<id>` names. */
export function typeKeyIn(arn: string): string {
  const [, service = "", , , rest = ""] = arn.split(":");
  const key = typeKey(rest.slice(0, rest.indexOf("/")));
  return namedInType.has(service) && !key.startsWith(service) ? `${service}${key}` : key;
}

/** The id that an ARN ends in. */
export function idIn(arn: string): string {
  return arn.slice(arn.indexOf("/") + 1);
}

/** Whether an ARN names the resource of a type and id. */
export function isArnOf(arn: string, type: string, id: string): boolean {
  return idIn(arn) === id && typeKeyIn(arn) === typeKey(type);
}
