import { expect, test } from "vitest";
import { changes } from "../../../../simulator/admin/admin-schema.ts";
import { paths, textOf } from "../../rules/files.ts";

test("offers every change outside of Pulumi that the admin interface has", () => {
  const page = paths
    .filter((path) => path.startsWith("simulator/console/page/"))
    .map(textOf)
    .join("\n");
  expect(Object.keys(changes).filter((name) => !page.includes(`change("${name}"`))).toEqual([]);
});
