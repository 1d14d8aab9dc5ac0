import { expect, it } from "vitest";
import { UNKNOWN } from "../../../../provider/lifecycle/resource.ts";
import { propertiesOf } from "../../../../provider/plugin/struct-values.ts";
import { struct } from "../../../support/bindings/calls.ts";
import { secret, unknown } from "./client.ts";

it("counts a property that is null as absent, and finds secrets and unknown values at any depth", () => {
  const bag = { name: null, targets: ["a", null, { id: unknown }], tags: { team: secret("net") } };
  expect(propertiesOf(struct(bag))).toEqual({
    values: { targets: ["a", null, { id: UNKNOWN }], tags: { team: "net" } },
    secrets: ["tags"],
  });
});
