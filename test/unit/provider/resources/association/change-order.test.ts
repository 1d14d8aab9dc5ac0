import { expect, it } from "vitest";
import { type Change, orderOfChanges } from "../../../../../provider/resources/association/change-order.ts";

it.each<[string, Change[], Change[][]]>([
  ["nothing else changes", ["add targets", "remove targets"], [["add targets"], ["remove targets"]]],
  ["no resource leaves", ["add targets", "remove targets", "add resources"], [["add targets"], ["remove targets"], ["add resources"]]],
  [
    "resources come and leave",
    ["add targets", "remove targets", "add resources", "remove resources"],
    [["remove resources"], ["add targets"], ["remove targets"], ["add resources"]],
  ],
])("adds targets before the removal of others that may contain them, where the permissions stay and %s", (_, changes, steps) => {
  expect(orderOfChanges(new Set(changes))).toEqual(steps);
});
