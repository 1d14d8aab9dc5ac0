import { expect, test } from "vitest";
import { resources } from "../../../provider/resources/index.ts";
import { acceptingKinds, partsOfShares } from "../../../provider/resources/kinds.ts";
import { textOf } from "./files.ts";

const kinds = resources.map(({ token }) => token);
/** An action of a device has no share, no access policy, and nothing that an engine could ignore or change. */
const kindsOnShares = kinds.filter((kind) => kind !== "DeviceAction");
/** What can be in a share is listed by the share, or by one of these. */
const kindsWithParts = ["ResourceShare", ...partsOfShares];

/** What is written for each kind of resource, and where nothing else fails when a new kind is missing. */
test.each<[path: string, named: readonly string[]]>([
  ["README.md", kinds],
  ["docs/permissions.md", kindsOnShares],
  ["docs/plugin.md", kinds],
  ["docs/reliability.md", kinds],
  ["test/engine/ignore-changes.test.ts", kindsOnShares],
  ["test/engine/kill/lifecycles.ts", kinds],
  ["test/engine/plugin/migration.test.ts", kinds],
  ["test/engine/upgrade/programs.ts", kinds],
  ["test/explore/programs/scenarios.ts", kinds],
  ["test/explore/programs/parts.ts", kindsWithParts],
  ["test/support/random-programs/model.ts", [...kindsWithParts, ...acceptingKinds]],
  ["test/support/random-programs/edits.ts", [...kindsWithParts, ...acceptingKinds]],
  ["test/unit/provider/resources/share-calls.test.ts", kindsWithParts],
  ["test/unit/types/accepted/program.ts", kinds],
])("names each kind of resource in %s", (path, named) => {
  const words = new Set(textOf(path).match(path.endsWith(".md") ? /(?<=[`[]|^\| )[A-Z]\w+/gm : /\b[A-Z]\w+/g));
  expect(named.filter((kind) => !words.has(kind))).toEqual([]);
});
