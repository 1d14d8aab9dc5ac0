import { expect, test } from "vitest";
import { accessTable, differences } from "../../../../scripts/start/access-table.mjs";

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

test("prints a line for each target of a service's access", () => {
  expect(accessTable([grant("fd-1", "a"), grant("fd-22", "a"), grant("fd-1", "b", true)])).toEqual([
    "  Folder fd-1   may use  VSwitch a, VSwitch b (pending)",
    "  Folder fd-22  may use  VSwitch a",
  ]);
});

test("reports no difference when the service matches the program", () => {
  expect(differences(wanted, [grant("fd-1", "b"), grant("fd-1", "a")])).toEqual([]);
});

test("reports missing, additional and duplicate access as differences", () => {
  expect(differences(wanted, [grant("fd-1", "a"), grant("fd-1", "a"), grant("fd-2", "a")])).toEqual([
    "missing: fd-1 may use VSwitch b",
    "too much: fd-2 may use VSwitch a",
    "twice: fd-1 may use VSwitch a",
  ]);
});
