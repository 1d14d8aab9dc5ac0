import {
  documentedType,
  idPrefixOf,
  meantPermission,
  meantResourceType,
  resourceTypes,
  typeOfId,
  typeOfPermission,
} from "../../api/catalogue.ts";
import { targetKind } from "../../api/entities.ts";
import { accountIdAdvice } from "../../api/id-forms.ts";
import type { Failure } from "../../kernel/errors.ts";
import { canonicalJson, isRecord, itemsOf } from "../../kernel/json.ts";
import { isUnknown } from "../../lifecycle/diff.ts";
import { UNKNOWN, type Values } from "../../lifecycle/resource.ts";
import type { AssociationOutput } from "./association-output.ts";
import { entityInputs, targetShape } from "./entity-inputs.ts";
import { isArnOf, parseArn, typeKey, typeKeyIn } from "./resource-type.ts";
import { adviseOnTimeWindow, checkTimeWindow, misspeltFields } from "./time-window.ts";

/** Checks the rules between the lists that their shapes do not contain (specification: Conventions, and the errors of Associate). */
export function checkLists(inputs: Values): Failure[] {
  return [
    ...checkResources(inputs),
    ...checkTargets(inputs),
    ...checkProperties(inputs),
    ...checkPermissions(inputs),
    ...checkTwice(inputs),
  ];
}

/** Returns what the service will probably refuse. It may know more types, permissions and forms of ids than the catalogue. */
export function adviseOnLists(inputs: Values): Failure[] {
  const types = listedTypes(inputs);
  return [
    ...Object.keys(entityInputs).flatMap((name) => adviseOnRepeated(inputs[name], name)),
    ...adviseOnBothForms(inputs),
    ...itemsOf(inputs["resources"]).flatMap((item, index) => (isRecord(item) ? adviseOnResource(item, `resources[${index}]`) : [])),
    ...listed(inputs, "targets").flatMap(({ text, item, place }) => [
      ...adviseOnTarget(text, place),
      ...adviseOnTimeWindow(isRecord(item) ? item["property"] : undefined, `${place}.property`),
    ]),
    ...listed(inputs, "permissionNames").flatMap(({ text, place }) => {
      const misspelt = adviseOnPermission(text, place);
      return misspelt.length > 0 ? misspelt : adviseOnUnlistedType(text, place, types);
    }),
  ];
}

/** Returns which items of a list are there already: `canonicalLists` leaves them out. */
function adviseOnRepeated(list: unknown, name: string): Failure[] {
  const items = itemsOf(list);
  const texts = items.map((item) => (isUnknown(item) ? undefined : canonicalJson(item)));
  return texts.flatMap((text, index) => {
    const isFirst = text === undefined || texts.indexOf(text) === index;
    return isFirst ? [] : [{ property: `${name}[${index}]`, reason: `${entryText(items[index])} is listed twice: take one out` }];
  });
}

/** Returns an entry as messages show it: a resource by its type and id, any other by its id or ARN. */
function entryText(item: unknown): string {
  const { type, id, arn }: Values = isRecord(item) ? item : { id: item };
  return typeof type === "string" ? `${type} ${String(id)}` : canonicalJson(id ?? arn);
}

/** Returns which ARNs are of resources that are listed by type and id too: both are one association. */
function adviseOnBothForms(inputs: Values): Failure[] {
  return listed(inputs, "resourceArns").flatMap(({ text, place: property }) => {
    const index = itemsOf(inputs["resources"]).findIndex((item) => isListedAs(text, item));
    return index < 0 ? [] : [{ property, reason: `is resources[${index}] again: take one out` }];
  });
}

/** Returns whether an item of `resources` names the resource of an ARN. */
function isListedAs(arn: string, item: unknown): boolean {
  const { type, id }: Values = isRecord(item) ? item : {};
  return typeof type === "string" && typeof id === "string" && isArnOf(arn, type, id);
}

/** Returns the items of a list of texts that are known, with their places; an object stands for its `id`. */
function listed(inputs: Values, name: string): { readonly text: string; readonly item: unknown; readonly place: string }[] {
  return itemsOf(inputs[name]).flatMap((item, index) => {
    const text = isRecord(item) ? item["id"] : item;
    return typeof text === "string" ? [{ text, item, place: `${name}[${index}]` }] : [];
  });
}

function adviseOnResource({ type, id }: Values, property: string): Failure[] {
  if (typeof type !== "string") return [];
  if (typeOfId(type) !== undefined) return [{ property, reason: `"${type}" is an id: exchange type and id` }];
  if (documentedType(type) === undefined)
    return [{ property: `${property}.type`, reason: undocumented(type, "type", meantResourceType(type)) }];
  const prefix = idPrefixOf(type);
  if (typeof id !== "string" || prefix === undefined || id.startsWith(prefix)) return [];
  return [
    {
      property: `${property}.id`,
      reason: `"${id}" is probably not an id of the type ${type}, whose ids begin with ${prefix}: correct the type or the id`,
    },
  ];
}

function adviseOnTarget(id: string, property: string): Failure[] {
  if (isService(id) && !id.endsWith(serviceDomain)) {
    return [{ property, reason: `"${id}" is probably not the name of a service: such names end with ${serviceDomain}` }];
  }
  const reason = /^\d+$/.test(id) ? accountIdAdvice(id) : undefined;
  return reason === undefined ? [] : [{ property, reason }];
}

/** The end of the documented names of services (assumption S-targetids). */
const serviceDomain = ".aliyuncs.com";

/** Returns a failure for the name of a permission that is neither documented nor of the vendor's form. */
export function adviseOnPermission(name: unknown, property: string): Failure[] {
  if (typeof name !== "string") return [];
  const meant = meantPermission(name);
  if (meant === undefined && typeOfPermission(name) !== undefined) return [];
  return [{ property, reason: undocumented(name, "permission", meant) }];
}

function undocumented(name: string, what: "type" | "permission", meant: string | undefined): string {
  const all = what === "type" ? `documented are ${resourceTypes.join(", ")}` : "the function listPermissions lists all";
  const way = meant === undefined ? all : `did you mean ${meant}?`;
  return `"${name}" is not a documented ${what}, so the service will probably refuse it; ${way}`;
}

/** Returns a failure for a permission of a type of which nothing is listed. @param types - `undefined` when they are not known */
function adviseOnUnlistedType(name: string, property: string, types: ReadonlySet<string> | undefined): Failure[] {
  const type = typeOfPermission(name);
  if (type === undefined || types === undefined || types.has(typeKey(type))) return [];
  const reason = `is for ${type}, of which nothing is listed here: take it out, or name a permission of a listed type`;
  return [{ property, reason }];
}

/**
 * Returns the normalized types of the listed resources; `undefined` when they are not known, as when an ARN spells its type in an
 * undocumented way, and when no resource is listed: the permissions are then for resources that are listed elsewhere.
 */
function listedTypes({ resources, resourceArns }: Values): ReadonlySet<string> | undefined {
  if (isUnknown(resources) || isUnknown(resourceArns)) return undefined;
  const types = itemsOf(resources).map((item) => (isRecord(item) && typeof item["type"] === "string" ? typeKey(item["type"]) : undefined));
  const byArn = itemsOf(resourceArns).map((arn) => (typeof arn === "string" ? typeKeyIn(arn) : undefined));
  const isKnown = byArn.every((key) => key !== undefined && documentedType(key) !== undefined);
  const known = [...types, ...byArn].filter((key) => key !== undefined);
  return isKnown && known.length > 0 ? new Set(known) : undefined;
}

/** Checks the types and ids of resources that the catalogue knows. */
function checkResources(inputs: Values): Failure[] {
  return itemsOf(inputs["resources"]).flatMap((item, index) => {
    const { type, id }: Values = isRecord(item) ? item : {};
    const form = typeof id === "string" ? formFailure(id) : undefined;
    if (form !== undefined) return [{ property: `resources[${index}].id`, reason: form }];
    const documented = typeof type === "string" ? documentedType(type) : undefined;
    if (documented === undefined) return [];
    if (documented !== type)
      return [
        { property: `resources[${index}].type`, reason: `"${String(type)}" must be written ${documented}: upper and lower case count` },
      ];
    const other = typeof id === "string" && idPrefixOf(documented) !== undefined ? typeOfId(id) : undefined;
    if (other === undefined || other === documented) return [];
    return [
      {
        property: `resources[${index}].id`,
        reason: `"${String(id)}" is an id of the type ${other}, not ${documented}: correct the type or the id`,
      },
    ];
  });
}

/** Returns why a text is no id of a resource; `undefined` when it may be one. */
function formFailure(id: string): string | undefined {
  if (id.startsWith("acs:")) return `"${id}" is an ARN: list it in \`resourceArns\``;
  return id.trim() === id ? undefined : `"${id}" begins or ends with a blank: write "${id.trim()}"`;
}

/** Checks that no two permissions are for one type, as far as their names show it (specification: Permission association). */
function checkPermissions(inputs: Values): Failure[] {
  const first = new Map<string, string>();
  return listed(inputs, "permissionNames").flatMap(({ text: name, place: property }) => {
    const type = typeOfPermission(name);
    if (type === undefined) return [];
    const other = first.get(type) ?? name;
    first.set(type, other);
    if (other === name) return [];
    return [
      { property, reason: `"${name}" is for ${type}, as "${other}" is: remove one of them, a share has one permission for each type` },
    ];
  });
}

function checkTargets(inputs: Values): Failure[] {
  return listed(inputs, "targets").flatMap(({ text: id, item, place }) => {
    const property = isRecord(item) ? item["property"] : undefined;
    if (property === undefined) return [];
    if (targetKind(id) === "Service") return checkTimeWindow(property, `${place}.property`);
    return [{ property: `${place}.property`, reason: `only a service can have a property; "${id}" is not a service` }];
  });
}

/** Checks that a share with services as targets allows external targets (specification: CreateResourceShare, Targets). */
export function checkServices(inputs: Values): Failure[] {
  if (inputs["allowExternalTargets"] === true || inputs["allowExternalTargets"] === UNKNOWN) return [];
  const reason = (id: string) => `"${id}" is a service, which needs allowExternalTargets: true`;
  return servicesIn(inputs).map(({ id, place }) => ({ property: place, reason: reason(id) }));
}

/** Checks that no listed target is known to be outside the resource directory. */
export function checkInside(inputs: Values, outputs: readonly AssociationOutput[]): Failure[] {
  const outside = new Set(outputs.flatMap(({ kind, entityId, external }) => (kind === "Target" && external === true ? [entityId] : [])));
  const reason = (id: string) => `"${id}" is outside the resource directory: take it out, or keep allowExternalTargets: true`;
  return listed(inputs, "targets").flatMap(({ text, place }) => (outside.has(text) ? [{ property: place, reason: reason(text) }] : []));
}

/** Checks the rules about the account that owns the share. @param owner - `undefined` when it is not known */
export function checkOwner(inputs: Values, owner: string | undefined): Failure[] {
  return owner === undefined ? [] : [...checkArnsOfOwner(inputs, owner), ...checkNotOwner(inputs, owner)];
}

/** Checks `checkOwner` for the owner in a state. It does not count for a share that moves to another account. */
export function checkOwnerInState(before: Values, inputs: Values, owner: string | undefined): Failure[] {
  return before["account"] === inputs["account"] ? checkOwner(inputs, owner) : [];
}

/** Checks that the resources belong to the owner (specification: InvalidParameter.ResourceArns). An ARN may omit its account. */
function checkArnsOfOwner(inputs: Values, owner: string): Failure[] {
  return listed(inputs, "resourceArns").flatMap(({ text, place: property }) => {
    const account = parseArn(text)?.account;
    if (account === undefined || !/^\d+$/.test(account) || account === owner) return [];
    return [{ property, reason: `belongs to account ${account}, the share to ${owner}: only its owner can share it` }];
  });
}

/** Returns which resources are in another region than the share. Some services have no regions. @param region - of the share */
export function adviseOnRegion(inputs: Values, region: string): Failure[] {
  return listed(inputs, "resourceArns").flatMap(({ text, place: property }) => {
    const own = parseArn(text)?.region;
    if (own === undefined || ["", "*", region].includes(own)) return [];
    return [{ property, reason: `is in region ${own}, the share in ${region}: list it in a share of ${own}` }];
  });
}

/** Checks that the owner is no target (specification: ShareWithYourself). */
function checkNotOwner(inputs: Values, owner: string): Failure[] {
  const reason = `"${owner}" is the account of the share itself, which has access already: take it out`;
  return listed(inputs, "targets").flatMap(({ text, place }) => (text === owner ? [{ property: place, reason }] : []));
}

/** Returns the services among the targets, and their places. */
export function servicesIn(inputs: Values): { readonly id: string; readonly place: string }[] {
  return listed(inputs, "targets").flatMap(({ text, place }) => (isService(text) ? [{ id: text, place }] : []));
}

function isService(id: string): boolean {
  return targetKind(id) === "Service" && targetShape.test(id);
}

/** The documented fields of a resource's property; others are passed on (assumption S-property). */
const resourcePropertyFields = ["sharePrincipals", "shareTagOptions"];

function checkProperties(inputs: Values): Failure[] {
  const [resources, arns] = [inputs["resources"], inputs["resourceArns"]];
  if (isUnknown(resources) || isUnknown(arns)) return [];
  const isListed = (named: string) => itemsOf(resources).some((item) => isListedAs(named, item));
  return itemsOf(inputs["resourceProperties"]).flatMap((item, index) => {
    const { arn: named, property }: Values = isRecord(item) ? item : {};
    const place = `resourceProperties[${index}]`;
    const misspelt = isRecord(property) ? misspeltFields(property, resourcePropertyFields, `${place}.property`) : [];
    // A text that is no ARN is a failure of its own.
    if (typeof named !== "string" || parseArn(named) === undefined || itemsOf(arns).includes(named) || isListed(named)) return misspelt;
    const reason = `"${named}" is not among the resources here: list it in \`resources\` or \`resourceArns\``;
    return [{ property: `${place}.arn`, reason }, ...misspelt];
  });
}

/** Checks that no target or resource is listed with two different properties. `canonicalLists` removes plain duplicates. */
function checkTwice(inputs: Values): Failure[] {
  const twice = (property: string, key: string) => {
    const seen = new Map<unknown, string>();
    return itemsOf(inputs[property]).flatMap((item, index) => {
      const record = isRecord(item) ? item : { [key]: item };
      const name = record[key];
      if (isUnknown(item) || typeof name !== "string") return [];
      const text = canonicalJson(record);
      const before = seen.get(name);
      seen.set(name, text);
      return before === undefined || before === text
        ? []
        : [{ property: `${property}[${index}]`, reason: `"${name}" is listed twice with different properties` }];
    });
  };
  return [...twice("targets", "id"), ...twice("resourceProperties", "arn")];
}
