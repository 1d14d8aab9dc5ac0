import { expect, onTestFinished, test } from "vitest";
import { expectPredictedAccess } from "../predicted-access.ts";
import { startService } from "../service.ts";
import { buildPlugin, openPluginProject, programOf } from "./project.ts";

const program = (name: string, target: string, options: string) => `
new Resource("ResourceShare", "net", {
  name: "${name}",
  resources: [{ type: "VSwitch", id: "vsw-demo01" }],
  targets: ["${target}"],
}, ${options});
`;

test("predicts the access of a changed import in `diff`, also when the imported share replaces another share", async () => {
  const plugin = await buildPlugin(onTestFinished);
  await using service = await startService();
  await using existing = await openPluginProject(plugin, program("existing", "fd-apps01", "{}"), service.env);
  await existing.up();
  const options = JSON.stringify({ import: service.shareId("existing") });

  await using importing = await openPluginProject(plugin, program("existing", "fd-core01", options), service.env);
  await expectPredictedAccess(importing, service.simulator);
  expect(service.simulator.grants().map(({ target }) => target.id)).toEqual(["fd-core01"]);

  await using replacing = await openPluginProject(plugin, program("old", "1000000000000003", "{}"), service.env);
  await replacing.up();
  replacing.write({ "index.js": programOf(program("existing", "1000000000000004", options)) });
  await expectPredictedAccess(replacing, service.simulator);
  expect(service.simulator.grants().map(({ target }) => target.id)).toEqual(["1000000000000004"]);
});
