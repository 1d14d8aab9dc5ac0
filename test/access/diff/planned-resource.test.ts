import { expect, test } from "vitest";
import { plannedResourcesOf } from "../../../sdk/access/diff/planned-resource.ts";
import { readPreview } from "../../../sdk/access/diff/preview.ts";

const type = "pulumi-nodejs:dynamic/resourceshare:ResourceShare";
const urn = `urn:pulumi:dev::shop::${type}::a`;

test("keeps retained objects, and those retained with them, when they leave the stack", () => {
  const gone = (name: string, options: object) => ({
    op: "delete",
    urn: `${urn}${name}`,
    oldState: { type, id: `rs-${name}`, ...options },
  });
  const steps = [gone("1", { retainOnDelete: true }), gone("2", { deletedWith: `${urn}1` }), gone("3", {})];
  expect(plannedResourcesOf(readPreview(JSON.stringify({ steps })).steps).map(({ isRetained }) => isRetained)).toEqual([true, true, false]);
});
