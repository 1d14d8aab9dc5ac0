import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { after } from "../../provider/simulator/index.ts";
import { childrenOf, isAlive } from "./processes.ts";
import type { Run } from "./pulumi.ts";
import { openStack } from "./stack.ts";
import type { Stack } from "./stack.ts";

let stack: Stack;
let service: Stack["service"];
let project: Stack["project"];

const PROGRAM = `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"] });
new rs.ShareTags("tags", { shareId: share.id, tags: { team: "network" } });
`;

beforeEach(async () => {
  stack = await openStack({ simulator: { pace: { associate: after(600_000) } }, files: { "index.js": PROGRAM } });
  ({ service, project } = stack);
});
afterEach(() => stack?.[Symbol.asyncDispose]());

interface Interrupted {
  readonly run: Promise<Run>;
  /** The processes that the engine has started. */
  readonly started: readonly number[];
  interrupt(): void;
}

/** An `up` that waits for a share's associations, was interrupted once, and has noticed. */
async function interrupted(recipient: "alone" | "group"): Promise<Interrupted> {
  let engine = 0;
  let output = "";
  const run = project.run(["up", "--yes", "--skip-preview"], {
    ownGroup: recipient === "group",
    timeoutMs: 150_000,
    onStart: (pid) => (engine = pid),
    onStdout: (text) => (output = text),
  });
  const waits = () => service.simulator.calls.some(({ operation }) => operation === "ListResourceShareAssociations");
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  const started = childrenOf(engine).map(([pid]) => pid);
  // In a terminal, Ctrl-C reaches every process of the group.
  const interrupt = () => void process.kill(recipient === "group" ? -engine : engine, "SIGINT");
  interrupt();
  await expect.poll(() => output, { timeout: 60_000 }).toContain("cancelling");
  return { run, started, interrupt };
}

describe.each(["alone", "group"] as const)("an up whose engine is interrupted, %s", (recipient) => {
  test("finishes the started operation after one interrupt, starts no other, and resumes in the next up", async () => {
    const { run } = await interrupted(recipient);
    service.simulator.outOfBand.settleNow();
    const { code, stdout, stderr } = await run;
    expect(code).not.toBe(0);
    expect(stdout + stderr).toMatch(/cancell?ed/);
    expect(project.isLocked()).toBe(false);
    expect(project.pending()).toEqual([]);
    expect(project.resource("net")).toMatchObject({ id: service.shareId("network"), outputs: { status: "Active" } });
    expect(project.resource("net").initErrors ?? []).toEqual([]);
    expect(project.resources().filter(({ urn }) => urn.endsWith("::tags"))).toEqual([]);
    service.operations();
    await project.up();
    expect(service.operations()).not.toContain("CreateResourceShare");
    expect(service.simulator.save().shares).toMatchObject([{ name: "network", tags: { team: "network" } }]);
  });

  test("exits at the second interrupt, and resumes the same share in the next up, naming it", async () => {
    const { run, started, interrupt } = await interrupted(recipient);
    interrupt();
    const { code } = await run;
    expect(code).not.toBe(0);
    await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
    expect(project.isLocked()).toBe(false);
    expect(project.pending()).toEqual([expect.stringMatching(/::net$/)]);
    service.simulator.outOfBand.settleNow();
    service.operations();
    const { stdout } = await project.up();
    expect(stdout).toMatch(/::net, interrupted while creating/);
    expect(service.operations()).not.toContain("CreateResourceShare");
    expect(project.resource("net").id).toBe(service.shareId("network"));
    expect(service.simulator.save().shares).toMatchObject([{ name: "network", tags: { team: "network" } }]);
  });
});
