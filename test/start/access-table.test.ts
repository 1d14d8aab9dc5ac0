import { expect, test } from "vitest";
import { accessTable, differences } from "../../scripts/start/access-table.mjs";

function grant(target: string, resource: string, pending = false) {
  return {
    owner: "1000000000000001",
    shareId: "rs-000001",
    shareName: "shared",
    target: { id: target, kind: "Folder" as const, external: false },
    resource: { id: resource, type: "VSwitch", arn: "" },
    permission: "",
    pending,
  };
}

const wanted = { resources: ["VSwitch a", "VSwitch b"], targets: ["fd-1"] };

test("what a service gives is told in a line for each target", () => {
  expect(accessTable([grant("fd-1", "a"), grant("fd-22", "a"), grant("fd-1", "b", true)])).toEqual([
    "  Folder fd-1   may use  VSwitch a, VSwitch b (pending)",
    "  Folder fd-22  may use  VSwitch a",
  ]);
});

test("nothing given is told in no line", () => {
  expect(accessTable([])).toEqual([]);
});

test("a service that gives what the program says differs in nothing", () => {
  expect(differences(wanted, [grant("fd-1", "b"), grant("fd-1", "a")])).toEqual([]);
});

test("what is missing, too much or given twice differs", () => {
  expect(differences(wanted, [grant("fd-1", "a"), grant("fd-1", "a"), grant("fd-2", "a")])).toEqual([
    "missing: fd-1 may use VSwitch b",
    "too much: fd-2 may use VSwitch a",
    "twice: fd-1 may use VSwitch a",
  ]);
});

test("what is only pending is missing", () => {
  expect(differences(wanted, [grant("fd-1", "a"), grant("fd-1", "b", true)])).toEqual(["missing: fd-1 may use VSwitch b"]);
});
