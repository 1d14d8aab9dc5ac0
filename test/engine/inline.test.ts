import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";

/** Creates one share with the backend of its argument, which this process itself does not use. */
const SCRIPT = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { ResourceShare } = require("pulumi-resourceshare");
(async () => {
  const envVars = { PULUMI_BACKEND_URL: "file://" + process.argv[2] };
  const program = async () => void new ResourceShare("share", { name: "share" });
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "one", projectName: "inline", program }, { envVars });
  await stack.up();
})();
`;

const { service, project } = await openStackOfFile({ files: { "share.js": SCRIPT } });

// (promise P-backend-digest)
test("writes different create tags for two backends that only the workspace of an inline program names", async () => {
  const tags: (string | undefined)[] = [];
  for (const name of ["one", "two"]) {
    const backend = join(project.folder, name);
    mkdirSync(backend);
    service.simulator.forgetCalls();
    await promisify(execFile)("node", ["share.js", backend], { cwd: project.folder, env: project.environment(), timeout: 150_000 });
    const created = service.simulator.calls.find(({ operation }) => operation === "CreateResourceShare");
    tags.push(/resourceshare:creating.*?([0-9a-f]{16})/.exec(JSON.stringify(created))?.[1]);
  }
  expect(tags[0]).toBeDefined();
  expect(tags[1]).toBeDefined();
  expect(tags[0]).not.toBe(tags[1]);
});
