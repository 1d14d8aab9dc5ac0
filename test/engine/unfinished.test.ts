import { describe, type ExpectStatic, test } from "vitest";
import { type Binding, openBinding } from "./binding.ts";
import { childrenOf, isAlive } from "./processes.ts";
import type { Run } from "../support/child-output.ts";
import { isReadOperation } from "../support/is-read-operation.ts";
import { openStack, type Stack } from "./stack.ts";

const PROGRAM = `
const share = new rs.ResourceShare("net", {
  name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"],
});
new rs.ShareTags("tags", { shareId: share.id, tags: { team: "network" } });
`;

/** Opens a stack whose associations stay in progress until the test ends them. */
function open(binding: Binding): Promise<Stack> {
  return openStack({
    simulator: { pace: { associate: 600_000 } },
    files: { ...binding.files, "index.js": binding.program(PROGRAM) },
  });
}

/** Starts an `up`, until it waits for a share's associations. Tests side by side have an `expect` each. */
async function waiting({ service, project }: Stack, expect: ExpectStatic) {
  let engine = 0;
  let output = "";
  const run = project.run(["up", "--yes", "--skip-preview"], {
    ownGroup: true,
    timeoutMs: 150_000,
    onStart: (pid) => (engine = pid),
    onStdout: (text) => (output = text),
  });
  const waits = () => service.simulator.calls.some(({ operation }) => operation === "ListResourceShareAssociations");
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  /** The processes that the engine has started. */
  const started = childrenOf(engine).map(([pid]) => pid);
  return { run, engine, started, output: () => output };
}

/** An `up` that waits for a share's associations, was interrupted once, and has noticed. */
async function interrupted(stack: Stack, expect: ExpectStatic) {
  const { run, engine, started, output } = await waiting(stack, expect);
  // In a terminal, Ctrl-C reaches every process of the group.
  const interrupt = () => void process.kill(-engine, "SIGINT");
  interrupt();
  await expect.poll(output, { timeout: 60_000 }).toContain("cancelling");
  return { run, started, interrupt };
}

/** Expects that the next `up` completes the share of the unfinished one. */
async function expectResumed({ service, project }: Stack, expect: ExpectStatic): Promise<Run> {
  service.simulator.outOfBand.settleNow();
  service.takeOperations();
  const run = await project.up();
  expect(service.takeOperations()).not.toContain("CreateResourceShare");
  expect(project.resource("net").id).toBe(service.shareId("network"));
  expect(project.resource("net").initErrors ?? []).toEqual([]);
  expect(service.simulator.save().shares).toMatchObject([{ name: "network", tags: { team: "network" } }]);
  return run;
}

// Side by side, because resuming a creation waits.
describe.concurrent("an up that ends before its share is settled", () => {
  test("finishes the started operation of an `up` after one interrupt, starts no other, and resumes in the next `up`", async ({
    expect,
  }) => {
    await using binding = await openBinding("dynamic");
    await using stack = await open(binding);
    const { service, project } = stack;
    const { run } = await interrupted(stack, expect);
    service.simulator.outOfBand.settleNow();
    const { code, stdout, stderr } = await run;
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/cancell?ed/);
    expect(project.isLocked()).toBe(false);
    expect(project.pending()).toEqual([]);
    expect(project.resource("net")).toMatchObject({ id: service.shareId("network"), outputs: { status: "Active" } });
    expect(project.resource("net").initErrors ?? []).toEqual([]);
    expect(project.resources().filter(({ urn }) => urn.endsWith("::tags"))).toEqual([]);
    await expectResumed(stack, expect);
  });

  test("exits an `up` at the second interrupt, and the next `up` resumes the same share and names it", async ({ expect }) => {
    await using binding = await openBinding("dynamic");
    await using stack = await open(binding);
    const { project } = stack;
    const { run, started, interrupt } = await interrupted(stack, expect);
    interrupt();
    const { code } = await run;
    expect(code).not.toBe(0);
    await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    expect(project.isLocked()).toBe(false);
    expect(project.pending()).toEqual([expect.stringMatching(/::net$/)]);
    const { stdout } = await expectResumed(stack, expect);
    expect(stdout).toMatch(/::net, interrupted while creating/);
  });

  test("ends the waits of the plugin after one interrupt, keeps the share's id, and resumes in the next up", async ({ expect }) => {
    await using binding = await openBinding("plugin");
    await using stack = await open(binding);
    const { service, project } = stack;
    const { run, started } = await interrupted(stack, expect);
    const { code, stdout } = await run;
    expect(code).not.toBe(0);
    expect(stdout).toContain("was cancelled");
    await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    expect(project.isLocked()).toBe(false);
    expect(project.pending()).toEqual([]);
    expect(project.resource("net")).toMatchObject({ id: service.shareId("network"), initErrors: [expect.any(String)] });
    expect(project.resources().filter(({ urn }) => urn.endsWith("::tags"))).toEqual([]);
    await expectResumed(stack, expect);
  });

  // `kill/` shows that the next update resumes.
  test("ends the process of the provider without a further write when the engine is killed", async ({ expect }) => {
    await using binding = await openBinding("dynamic");
    await using stack = await open(binding);
    const { service } = stack;
    const { run, engine, started } = await waiting(stack, expect);
    process.kill(engine, "SIGKILL");
    const from = service.simulator.calls.length;
    await run;
    await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    const writes = service.simulator.calls.slice(from).filter(({ operation }) => !isReadOperation(operation));
    expect(writes.map(({ operation }) => operation)).toEqual([]);
  });
});
