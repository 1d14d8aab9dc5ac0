import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Project } from "./pulumi.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";

/** Runs the stacks of its argument: the first one alone, then all at once. */
const SCRIPT = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const rs = require("pulumi-resourceshare");
const up = async ({ name, config }) => {
  const program = async () => {
    await rs.describeRegions();
    return { permissions: rs.listPermissionsOutput().apply(({ permissions }) => permissions.length) };
  };
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: name, projectName: "inline", program });
  await stack.setAllConfig(Object.fromEntries(Object.entries(config).map(([key, value]) => ["resourceshare:" + key, { value }])));
  return (await stack.up()).outputs.permissions.value;
};
(async () => {
  const stacks = JSON.parse(process.argv[2]);
  await up(stacks[0]);
  console.log(JSON.stringify(await Promise.all(stacks.map(up))));
})();
`;

/** Creates one share with the backend of its argument, which this process itself does not use. */
const SHARE = `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const { ResourceShare } = require("pulumi-resourceshare");
(async () => {
  const envVars = { PULUMI_BACKEND_URL: "file://" + process.argv[2] };
  const program = async () => void new ResourceShare("share", { name: "share" });
  const stack = await LocalWorkspace.createOrSelectStack({ stackName: "one", projectName: "inline", program }, { envVars });
  await stack.up();
})();
`;

let project: Project;
let services: Service[];

beforeAll(async () => {
  services = [await startService(), await startService()];
  project = await Project.open({ files: { "inline.js": SCRIPT, "share.js": SHARE } });
});
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
  for (const service of services ?? []) await service[Symbol.asyncDispose]();
});

// (promise P-own-stack)
test("calls the service of its own stack from each inline program of one process, in sequence and concurrently", async () => {
  const stacks = services.map(({ url, env }, index) => ({
    name: `stack-${index}`,
    config: {
      ...{ endpoint: url, stsEndpoint: url },
      ...{ accessKeyId: env["ALIBABA_CLOUD_ACCESS_KEY_ID"], accessKeySecret: env["ALIBABA_CLOUD_ACCESS_KEY_SECRET"] },
    },
  }));
  const { stdout } = await promisify(execFile)("node", ["inline.js", JSON.stringify(stacks)], {
    cwd: project.folder,
    env: project.environment(),
    timeout: 150_000,
  });
  const [first, second] = JSON.parse(stdout) as number[];
  expect(first).toBeGreaterThan(0);
  expect(second).toBe(first);
  const regionsOf = ({ operations }: Service) => operations().filter((name) => name === "DescribeRegions").length;
  // The first stack ran twice.
  expect(services.map(regionsOf)).toEqual([2, 1]);
});

// (promise P-backend-digest)
test("writes different create tags for two backends that only the workspace of an inline program names", async () => {
  const service = services[0];
  if (!service) throw new Error("no service");
  const tags: (string | undefined)[] = [];
  for (const name of ["one", "two"]) {
    const backend = join(project.folder, name);
    mkdirSync(backend);
    service.simulator.forgetCalls();
    const env = { ...project.environment(), ...service.env };
    await promisify(execFile)("node", ["share.js", backend], { cwd: project.folder, env, timeout: 150_000 });
    const created = service.simulator.calls.find(({ operation }) => operation === "CreateResourceShare");
    tags.push(/resourceshare:creating.*?([0-9a-f]{16})/.exec(JSON.stringify(created))?.[1]);
  }
  expect(tags[0]).toBeDefined();
  expect(tags[1]).toBeDefined();
  expect(tags[0]).not.toBe(tags[1]);
});
