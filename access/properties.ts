import { canonicalJson, isRecord, itemsOf } from "../provider/kernel/json.ts";
import { isUnknown } from "../provider/lifecycle/diff.ts";
import { isArnOf } from "../provider/resources/association/resource-type.ts";
import { type Resource, type Target, unknownName } from "./share-snapshot.ts";

/** The lists that give targets and resources their properties: of a program, or of a state. */
export interface PropertyLists {
  readonly targets?: unknown;
  readonly resourceProperties?: unknown;
}

/** A property as canonical JSON: equal properties are equal texts, and one without members is none. */
export function propertyOf(value: unknown): string | undefined {
  if (isUnknown(value)) return unknownName;
  return isRecord(value) && Object.keys(value).length > 0 ? canonicalJson(value) : undefined;
}

/** Returns a target with its property; only services have one. */
export function describedTarget(target: Target, { targets }: PropertyLists): Target {
  if (target.kind !== "Service") return target;
  return withProperty(target, targets, "id", (id) => id === target.id);
}

/** Returns a resource with its property. */
export function describedResource(resource: Resource, { resourceProperties }: PropertyLists): Resource {
  const { type, id } = resource;
  return withProperty(resource, resourceProperties, "arn", (arn) => arn === resource.arn || isArnOf(arn, type, id));
}

/** Adds the property that a list has under a name; it is unknown where the name is. */
function withProperty<Entity>(entity: Entity, list: unknown, key: "id" | "arn", isNamed: (name: string) => boolean): Entity {
  const names = itemsOf(list).map((item) => (isRecord(item) ? item[key] : item));
  const found = itemsOf(list).find((_item, index) => {
    const name = names[index];
    return typeof name === "string" && isNamed(name);
  });
  const isHidden = found === undefined && (Array.isArray(list) ? names.some(isUnknown) : isUnknown(list));
  const property = isHidden ? unknownName : propertyOf(isRecord(found) ? found["property"] : undefined);
  return property === undefined ? entity : { ...entity, property };
}
