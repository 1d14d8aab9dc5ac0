import { describe, expect, it } from "vitest";
import { UNKNOWN, type Values } from "../../../../../provider/lifecycle/resource.ts";
import { createHarness } from "../../../../support/harness.ts";
import { urn } from "../../../../support/resource-suite.ts";

const self = urn("ResourceShare");
/** What a preview says about a share: its failures and its warnings. */
function previewOf(more: Values) {
  const run = createHarness().run();
  const { failures } = run.driver("ResourceShare").check({ name: "net", ...more }, { urn: self });
  return { failures: failures.map(({ property, reason }) => `${property}: ${reason}`), warnings: run.warnings() };
}
const resource = (type: unknown, id: unknown) => ({ resources: [{ type, id }] });

describe("the check of a share", () => {
  it.each([
    [resource("Vswitch", "vsw-1"), 'resources[0].type: "Vswitch" must be written VSwitch: upper and lower case count'],
    [
      resource("VSwitch", "pl-demo01"),
      'resources[0].id: "pl-demo01" is an id of the type PrefixList, not VSwitch: correct the type or the id',
    ],
  ])("rejects %j, which cannot be right", (values, failure) => {
    expect(previewOf(values)).toEqual({ failures: [failure], warnings: [] });
  });

  it.each([
    [resource("VSwich", "vsw-1"), 'resources[0].type: "VSwich" is not a documented type; did you mean VSwitch?'],
    [resource("VSwitch", "demo01"), 'resources[0].id: "demo01" is probably not an id of the type VSwitch: such ids begin with vsw-'],
    [
      { targets: [{ id: "100000000000001" }] },
      'targets[0]: "100000000000001" is probably not the id of an account: such ids have 16 digits, and this has 15',
    ],
    [
      { permissionNames: ["AliyunRSDefaultPermissionVSwich"] },
      'permissionNames[0]: "AliyunRSDefaultPermissionVSwich" is not a documented permission; did you mean AliyunRSDefaultPermissionVSwitch?',
    ],
  ])("warns of %j, of which the service may know more", (values, warning) => {
    expect(previewOf(values)).toEqual({ failures: [], warnings: [warning] });
  });

  it.each([
    resource("CompliancePack", "cp-1"),
    resource("ROSTemplate", "5ecd1e10-b0e9-4389-a565-e4c15efc0000"),
    resource("VSwitch", UNKNOWN),
    resource(UNKNOWN, "pl-1"),
    { targets: ["1000000000000002", "fd-apps01", "rd-1", UNKNOWN] },
    { permissionNames: ["AliyunRSPermissionVSwitchReadOnly"] },
  ])("accepts %j without a warning", (values) => {
    expect(previewOf(values)).toEqual({ failures: [], warnings: [] });
  });
});
