import { describe, expect, it } from "vitest";
import { ResourceShare } from "../../../../../provider/resources/share/resource-share.ts";

type State = Parameters<NonNullable<typeof ResourceShare.stable>>[0];

const association = (status: string) => ({ kind: "Target" as const, entityType: "Account", entityId: "11", status, external: false });
const stateOf = (values: Partial<State>): State => ({
  name: "net",
  status: "Active",
  associations: [association("Associated")],
  ...values,
});
const always = ["owner", "createTime", "creating"];
const group = "resourceGroupId";

describe("the outputs of a share that a change leaves as they are", () => {
  it.each<[title: string, state: Partial<State>, changed: readonly string[], expected: readonly string[]]>([
    ["all, where only the name changes", {}, ["name"], [...always, group, "associations", "status"]],
    ["all, where only the tags change", {}, ["tags"], [...always, group, "associations", "status"]],
    ["all except the group, where the group changes", {}, [group], [...always, "associations", "status"]],
    ["not the associations, where an entity changes", {}, ["name", "targets"], [...always, group]],
    ["not the associations, where a permission changes", {}, ["permissionNames"], [...always, group]],
    [
      "not the associations, while one is in progress",
      { associations: [association("Associated"), association("Associating")] },
      [],
      [...always, group],
    ],
    ["not the associations, while the share is pending", { status: "Pending" }, [], [...always, group]],
    [
      "not the status of an open share, which an invitation of another resource changes",
      { allowExternalTargets: true },
      [],
      [...always, group, "associations"],
    ],
    ["not the status of a share that opens or closes", {}, ["allowExternalTargets"], [...always, group, "associations"]],
  ])("are %s", (_title, state, changed, expected) => {
    expect(ResourceShare.stable?.(stateOf(state), changed)).toEqual(expected);
  });
});
