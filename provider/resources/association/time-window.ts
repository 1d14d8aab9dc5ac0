import { vocabularies } from "../../api/vocabulary.ts";
import type { Failure } from "../../kernel/errors.ts";
import { didYouMean, nearest } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";
import { unknownFieldsReason } from "../../kernel/shape-failures.ts";
import type { Values } from "../../lifecycle/resource.ts";
import { timeRangeShape } from "./entity-inputs.ts";

const rangeFields = Object.keys(timeRangeShape.shape);
const kinds: readonly string[] = vocabularies.TimeRangeType.values;
const times = ["beginAtTime", "endAtTime"] as const;

/** Returns why the property of a target cannot work: a misspelt field would be sent, and have no effect. */
export function checkTimeWindow(property: unknown, place: string): Failure[] {
  if (!isRecord(property)) return [];
  const failures = misspeltFields(property, ["timeRange"], place);
  const { timeRange } = property;
  if (!isRecord(timeRange)) return failures;
  const inside = `${place}.timeRange`;
  return [
    ...failures,
    ...misspeltFields(timeRange, rangeFields, inside),
    ...checkKind(timeRange, inside),
    ...times.flatMap((name) => {
      const text = timeRange[name];
      if (typeof text !== "string" || hourAndMinute.test(text)) return [];
      return [{ property: `${inside}.${name}`, reason: `"${text}" is no time; write HH:MM` }];
    }),
  ];
}

/** Returns what the service will probably refuse in the property of a target. The documents show its form by examples only. */
export function adviseOnTimeWindow(property: unknown, place: string): Failure[] {
  const timeRange = isRecord(property) ? property["timeRange"] : undefined;
  if (!isRecord(timeRange)) return [];
  const inside = `${place}.timeRange`;
  return [
    ...adviseOnKind(timeRange, inside),
    ...times.flatMap((name) => adviseOnTime(timeRange[name], `${inside}.${name}`)),
    ...adviseOnTimezone(timeRange, inside),
  ];
}

/** Reports fields that are probably misspelt. Fields that are like no known one are passed on (assumption S-property). */
export function misspeltFields(values: Values, known: readonly string[], property: string): Failure[] {
  return Object.keys(values)
    .filter((name) => !known.includes(name) && nearest(name, known, name.length / 3) !== undefined)
    .map((name) => ({ property, reason: unknownFieldsReason([name], known) }));
}

function checkKind({ timeRangeType: kind }: Values, place: string): Failure[] {
  if (typeof kind !== "string" || kinds.includes(kind)) return [];
  const meant = didYouMean(kind, kinds);
  return meant === "" ? [] : [{ property: `${place}.timeRangeType`, reason: `"${kind}" is no kind of time window${meant}` }];
}

function adviseOnKind({ timeRangeType: kind }: Values, place: string): Failure[] {
  if (typeof kind !== "string" || kinds.includes(kind)) return [];
  return [
    {
      property: `${place}.timeRangeType`,
      reason: `"${kind}" is not documented, so the service will probably refuse it: write ${kinds.join(" or ")}`,
    },
  ];
}

/** A time of day in any usual form: without a leading zero, with seconds (group 1 is without them), or `24:00`, which has no group 1. */
const hourAndMinute = /^(?:((?:[01]?\d|2[0-3]):[0-5]\d)(?::[0-5]\d)?|24:00(?::00)?)$/;

function adviseOnTime(text: unknown, property: string): Failure[] {
  const found = typeof text === "string" ? hourAndMinute.exec(text) : null;
  if (found === null) return [];
  const endOfDay = "23:59";
  const meant = (found[1] ?? endOfDay).padStart("HH:MM".length, "0");
  return meant === text ? [] : [{ property, reason: `"${found[0]}" is not in the documented form; write ${meant}` }];
}

function adviseOnTimezone({ timezone }: Values, place: string): Failure[] {
  if (typeof timezone !== "string" || /^UTC(?:[+-](?:0?\d|1[0-4])(?::[0-5]\d)?)?$/.test(timezone)) return [];
  const reason = `"${timezone}" is not in the documented form; write the difference from UTC, as UTC+8`;
  return [{ property: `${place}.timezone`, reason }];
}
