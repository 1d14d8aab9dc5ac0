import { expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";
import { predictAccessFrom } from "./predicted-access.ts";

const { project } = await openStackOfFile({
  files: {
    "index.js": `
      const rs = require("pulumi-resourceshare");
      const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] });
      new rs.ShareAssociation("more", { shareId: share.id, targets: ["1000000000000004"] });`,
  },
});

// `preview-accuracy/` compares predictions with updates.
test("predicts the same access in `diff` from a preview's stream of events as from its document", async () => {
  const document = await project.succeed(["preview", "--json", "--show-sames"]);
  const stream = await project.succeed(["preview", "--json", "--show-sames"], { env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" } });
  expect(stream.stdout).toContain('"resourcePreEvent"');
  const { changes } = await predictAccessFrom(project, document.stdout);
  expect(changes).toMatchObject([{ change: "gained" }]);
  expect((await predictAccessFrom(project, stream.stdout)).changes).toEqual(changes);
});
