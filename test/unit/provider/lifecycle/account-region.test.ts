import { describe, expect, it } from "vitest";
import type { Values } from "../../../../provider/lifecycle/resource.ts";
import { createHarness } from "../../../support/harness.ts";

describe("a difference of an object in another region than the configured one", () => {
  const urn = "net";
  const region = { regionId: "cn-beijing", source: "resourceshare:region" };
  const state: Values = { name: "net", status: "Active", associations: [], regionId: "cn-shanghai" };
  const text = "this was created in region cn-shanghai, but region cn-beijing is configured by resourceshare:region: ";
  const advice = "Set the argument `region` to cn-shanghai to keep it there, or to cn-beijing to replace it";

  function opened(isDeclared: boolean) {
    const run = createHarness().run();
    const driver = run.driver("ResourceShare");
    if (isDeclared) driver.check({ name: "net" }, { urn });
    return { diff: (wanted: Values) => driver.diff("rs-1", state, wanted, { urn, region }), warnings: run.warnings };
  }

  it("rejects a diff that would update an object in another region than the configured one", () => {
    expect(() => opened(true).diff({ name: "renamed" })).toThrow(`${text}nothing was done. ${advice}`);
  });

  it.each<[string, boolean, Values, readonly string[]]>([
    [
      "reports no difference, with a warning, where only the configured region is another one",
      true,
      { name: "net" },
      [`${text}it stays where it is. ${advice}`],
    ],
    ["accepts another configured region where the object is replaced", true, { name: "net", account: "consumer" }, []],
    ["accepts another configured region in a refresh", false, { name: "renamed" }, []],
  ])("compares an object's region with the configured one: it %s", (_title, isDeclared, wanted, warnings) => {
    const { diff, warnings: found } = opened(isDeclared);
    diff(wanted);
    expect(found()).toEqual(warnings);
  });
});
