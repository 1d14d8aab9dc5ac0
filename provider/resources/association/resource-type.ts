import { resourceTypes } from "../../api/catalogue.ts";

/**
 * Services whose resource types begin with the service's name, which their ARNs omit (assumption S-arntype).
 * The ARN type `portfolio` of `servicecatalog` is a ServiceCatalogPortfolio.
 */
const namedInType: ReadonlySet<string> = new Set(["kms", "ros", "servicecatalog"]);

/** Normalizes a resource type: `VSwitch`, `vswitch` and `v-switch` are equal (assumption S-arntype). */
export function typeKey(type: string): string {
  return type.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

const written = new Map(resourceTypes.map((type) => [typeKey(type), type]));

/** Returns a normalized type as the documents write it. */
export function writtenType(key: string): string {
  return written.get(key) ?? key;
}

/** The form of an ARN: `acs:<service>:<region>:<account>:<type>/<id>`. Region and account may be empty. */
export const arnForm = /^acs:([^:]+):([^:]*):([^:]*):([^:/]+)\/(.+)$/;

/** Returns the parts of an ARN of a resource; `undefined` for any other text. */
export function parseArn(text: string) {
  const found = arnForm.exec(text);
  if (found === null) return undefined;
  const [, service = "", region = "", account = "", type = "", id = ""] = found;
  return { service, region, account, type, id };
}

/** Returns the normalized type of an ARN; it is empty for any other text. */
export function typeKeyIn(arn: string): string {
  const { service = "", type = "" } = parseArn(arn) ?? {};
  const key = typeKey(type);
  return namedInType.has(service) && !key.startsWith(service) ? `${service}${key}` : key;
}

/** Returns the id at the end of an ARN; any other text as it is. */
export function idIn(arn: string): string {
  return parseArn(arn)?.id ?? arn;
}

/** Returns whether an ARN names the resource of a type and id. */
export function isArnOf(arn: string, type: string, id: string): boolean {
  return idIn(arn) === id && typeKeyIn(arn) === typeKey(type);
}
