import { expect, test } from "vitest";
import { blocksOf } from "../../support/document.ts";
import { textOf } from "../../unit/rules/files.ts";
import { openLanguageFixture } from "./fixture.ts";
import { yaml } from "./languages.ts";
import { testLanguage } from "./suite.ts";

testLanguage(yaml);

test("runs the program in YAML that the page of the plugin shows", { timeout: 15 * 60_000 }, async () => {
  await using fixture = await openLanguageFixture(yaml);
  const { project, service } = fixture;
  const shown = blocksOf(textOf("docs/plugin.md")).find(({ file }) => file === "Pulumi.yaml")?.text ?? "";
  // The tests find the state by the project's name.
  project.write({ "Pulumi.yaml": shown.replace("name: network", "name: engine") });
  await project.up();
  expect(service.simulator.grants().map(({ target, resource }) => `${target.id} ${resource.id}`)).toEqual(["fd-apps01 vsw-demo01"]);
  await project.destroy();
});
