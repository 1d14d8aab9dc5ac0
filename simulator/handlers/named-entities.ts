import type { Code } from "../../provider/api/error-codes.ts";
import { isRecord, parseJson } from "../../provider/kernel/json.ts";
import { defaultRegion, type Call } from "./handler.ts";
import type { ResourceKind, TargetKind } from "../world/records.ts";
import { throwServiceError } from "../gateway/service-error.ts";
import { list, pairs } from "./parameter-validation.ts";

/** A resource that a call names. */
export interface NamedResource {
  readonly kind: ResourceKind;
  readonly id: string;
  readonly arn: string;
  property?: string | undefined;
}

/** A target that a call names. */
export interface NamedTarget {
  readonly kind: TargetKind;
  readonly id: string;
  property?: string | undefined;
}

/** The resources and targets that a call names. */
export interface NamedEntities {
  readonly resources: NamedResource[];
  readonly targets: NamedTarget[];
}

const idSuffixPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const targetPatterns: readonly (readonly [TargetKind, RegExp])[] = [
  ["ResourceDirectory", /^rd?-[A-Za-z0-9-]{1,40}$/],
  ["Folder", /^fd-[A-Za-z0-9-]{1,40}$/],
  ["Account", /^\d{16}$/],
  ["Service", /^[a-z0-9-]+(\.[a-z0-9-]+)*\.aliyuncs\.com$/],
];

/** Parses and validates the resources and targets that a call names. */
export function namedEntities(call: Call): NamedEntities {
  const { request } = call;
  if (request["Resources"] !== undefined && request["ResourceArns"] !== undefined) {
    throwServiceError("InvalidParameter.ResourceConflict", "Resources and ResourceArns exclude each other.");
  }
  const byId = pairs(request, "Resources", "ResourceId", "ResourceType", (pair) => `${pair.ResourceType}/${pair.ResourceId}`);
  const arns = list(request, "ResourceArns");
  const targets = list(request, "Targets").map((id) => namedTarget(call, id));
  const resources = [
    ...byId.map(({ ResourceType, ResourceId }) => resourceById(call, ResourceType, ResourceId)),
    ...arns.map((arn) => resourceByArn(call, arn, "InvalidParameter.ResourceArns")),
  ];
  return { resources, targets };
}

/**
 * Assigns TargetProperties and ResourceProperties to the entities.
 * A resource that only ResourceProperties names is added to the entities when it is associated already.
 */
export function readProperties(call: Call, entities: NamedEntities, isAssociated: (resource: NamedResource) => boolean): void {
  const targetProperties = pairs(call.request, "TargetProperties", "TargetId", "Property");
  const resourceProperties = pairs(call.request, "ResourceProperties", "ResourceArn", "Property");
  for (const { TargetId, Property } of targetProperties) {
    const target = entities.targets.find(({ id }) => id === TargetId);
    if (target?.kind !== "Service" || !isTargetProperty(Property)) {
      throwServiceError(
        "InvalidParameter.TargetProperties",
        `The property of the target ${TargetId} is not one of a service that is being associated.`,
      );
    }
    target.property = Property;
  }
  for (const { ResourceArn, Property } of resourceProperties) {
    const code: Code = "InvalidParameter.ResourceProperties";
    const named = resourceByArn(call, ResourceArn, code);
    const listed = entities.resources.find(({ arn }) => arn === named.arn);
    if (!named.kind.properties)
      throwServiceError("NotSupport.ResourceProperty", `Resources of the type ${named.kind.type} have no properties.`);
    if (!isResourceProperty(Property))
      throwServiceError(code, "A property of a resource is an object of sharePrincipals and shareTagOptions.");
    if (!listed && !isAssociated(named)) throwServiceError(code, `The resource ${ResourceArn} is neither named nor associated.`);
    if (!listed) entities.resources.push(named);
    (listed ?? named).property = Property;
  }
}

/** Returns a resource type by its name in the API, or throws when it cannot be shared. */
export function requireResourceKind(call: Call, type: string): ResourceKind {
  return call.world.kinds.get(type) ?? throwServiceError("InvalidParameter.ResourceType", `The resource type ${type} cannot be shared.`);
}

/** Builds the ARN of a resource. */
export function arnOf(kind: ResourceKind, region: string, owner: string, id: string): string {
  return `acs:${kind.service}:${region}:${owner}:${kind.arnType}/${id}`;
}

/** Parses an ARN; returns `undefined` when it is not well formed or its type is unknown. */
export function readArn(call: Call, arn: string): { kind: ResourceKind; region: string; account: string; id: string } | undefined {
  const match = /^acs:([a-z0-9-]+):([a-z0-9-]*):(\d{16}):([A-Za-z0-9]+)\/(.+)$/.exec(arn);
  const [, service = "", region = "", account = "", arnType = "", id = ""] = match ?? [];
  for (const kind of call.world.kinds.values()) {
    if (kind.service === service && kind.arnType === arnType && isIdOf(kind, id)) return { kind, region, account, id };
  }
  return undefined;
}

function resourceById(call: Call, type: string, id: string): NamedResource {
  const kind = requireResourceKind(call, type);
  if (kind.byArnOnly)
    throwServiceError("NotSupport.ResourceType.ResourcesParameter", `Resources of the type ${type} are named by ResourceArns.`);
  if (!isIdOf(kind, id)) throwServiceError("InvalidParameter.Resources", `The id ${id} is not one of the type ${type}.`);
  requireResource(call, kind, id, "InvalidParameter.Resources");
  const region = call.world.resources.get(`${type}/${id}`)?.region ?? call.region ?? defaultRegion;
  return { kind, id, arn: arnOf(kind, region, call.caller.id, id) };
}

function resourceByArn(call: Call, arn: string, code: Code): NamedResource {
  const read = readArn(call, arn);
  if (!read || read.account !== call.caller.id)
    throwServiceError(code, `${arn} is not the ARN of a resource of this account that can be shared.`);
  if (read.region && call.region && read.region !== call.region)
    throwServiceError(code, `${arn} is in the region ${read.region}, the call in ${call.region}.`);
  requireResource(call, read.kind, read.id, code);
  return { kind: read.kind, id: read.id, arn };
}

function requireResource(call: Call, kind: ResourceKind, id: string, code: Code): void {
  const resource = call.world.resources.get(`${kind.type}/${id}`);
  const absent = resource === undefined && call.world.settings.strictResources;
  const foreign = resource !== undefined && resource.owner !== call.caller.id;
  if (absent || foreign) throwServiceError(code, `The resource ${id} of the type ${kind.type} does not exist in the current account.`);
}

function namedTarget(call: Call, id: string): NamedTarget {
  const kind = targetKind(id);
  if (!kind || (kind === "Service" && !call.world.services.has(id))) {
    throwServiceError("InvalidParameter.Targets", `${id} is not a directory, a folder, an account or a service.`);
  }
  return { kind, id };
}

/** The kind of a target, by the format of its id. */
export function targetKind(id: string): TargetKind | undefined {
  return targetPatterns.find(([, pattern]) => pattern.test(id))?.[0];
}

/** Whether an id has the format of the type's ids. */
function isIdOf(kind: ResourceKind, id: string): boolean {
  return id.startsWith(kind.idPrefix) && idSuffixPattern.test(id.slice(kind.idPrefix.length));
}

function isTargetProperty(property: string): boolean {
  const value = parseJson(property);
  if (!isRecord(value) || Object.keys(value).length === 0) return false;
  const range = value["timeRange"];
  if (range === undefined) return true;
  if (!isRecord(range)) return false;
  const { timeRangeType, beginAtTime, endAtTime } = range;
  if (timeRangeType === "day") return true;
  return timeRangeType === "timeRange" && typeof beginAtTime === "string" && typeof endAtTime === "string";
}

function isResourceProperty(property: string): boolean {
  const value = parseJson(property);
  if (!isRecord(value)) return false;
  return Object.entries(value).every(
    ([name, member]) => ["sharePrincipals", "shareTagOptions"].includes(name) && typeof member === "boolean",
  );
}
