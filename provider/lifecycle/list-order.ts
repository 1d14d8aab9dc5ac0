import { z } from "zod";
import { isRecord } from "../kernel/json.ts";
import { isUnknown } from "./diff.ts";
import type { Resource, Values } from "./resource.ts";

/** A resource's arguments and outputs. */
type Shapes = Pick<Resource, "inputs" | "outputs">;

/**
 * Returns values with their lists in the order of earlier ones, because Pulumi's engine compares lists place by place:
 * an element that both have keeps its place. An added element gets the place of a removed one, or one at the end.
 * Where more are removed than added, elements from the end get the free places.
 *
 * All lists of a resource are sets, except those inside a value of any type, which stay as they are.
 */
export function inStoredOrder(resource: Shapes, values: Values, stored: Values): Values {
  // The type of zod's own shape is `any`.
  const shapes: Readonly<Record<string, z.core.$ZodType>> = { ...resource.outputs.shape, ...resource.inputs.shape };
  const names = Object.keys(values).filter((name) => isList(shapes[name]));
  return { ...values, ...Object.fromEntries(names.map((name) => [name, arranged(values[name], stored[name])])) };
}

function isList(shape: z.core.$ZodType | undefined): boolean {
  return shape instanceof z.ZodOptional ? isList(shape.unwrap()) : shape instanceof z.ZodArray;
}

function arranged(list: unknown, stored: unknown): unknown {
  if (!Array.isArray(list) || !Array.isArray(stored)) return list;
  const elements: readonly unknown[] = list;
  const places: readonly (string | undefined)[] = stored.map(keyOf);
  const left = Map.groupBy(elements, keyOf);
  const kept = places.slice(0, elements.length).map((key) => (key === undefined ? undefined : left.get(key)?.shift()));
  const known = new Set(places);
  const restOf = (wasStored: boolean) => [...left].flatMap(([key, rest]) => (known.has(key) === wasStored ? rest : []));
  // Added elements first, then those from a place that the list has no more.
  const others = [...restOf(false), ...restOf(true)];
  const filled = kept.map((element) => element ?? others.shift()).filter((element) => element !== undefined);
  return [...filled, ...others];
}

/** Returns the key of an element: its type and id, its ARN, or itself; `undefined` for one that is not known yet. */
function keyOf(item: unknown): string | undefined {
  if (isUnknown(item)) return undefined;
  if (!isRecord(item)) return JSON.stringify([null, item, null]);
  const { kind, type = kind ?? null, id = item["entityId"] ?? null, arn = null } = item;
  return JSON.stringify(id === null ? [type, id, arn] : [type, id, null]);
}
