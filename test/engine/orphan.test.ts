import { expect, test } from "vitest";
import { after } from "../../simulator/index.ts";
import { commandLines, isAlive } from "./processes.ts";
import { openStackOfFile } from "./fixture.ts";

const PROGRAM = `
const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["fd-apps01"] });
new rs.ShareAssociation("more", { shareId: share.id, targets: ["1000000000000003"] });
`;

const { service, project } = await openStackOfFile({ simulator: { pace: { associate: after(600_000) } }, files: { "index.js": PROGRAM } });

/** The dynamic-provider processes that an engine has started: those whose last word is its address are found by what is new. */
function dynamicProviders(): number[] {
  return [...commandLines()].flatMap(([pid, line]) => (line.includes("cmd/dynamic-provider") ? [pid] : []));
}

// `kill/` shows that the next update resumes.
test("makes no further write after the engine is killed while a share waits for its associations, and exits", async () => {
  const others = new Set(dynamicProviders());
  let engine = 0;
  const run = project.run(["up", "--yes", "--skip-preview"], { onStart: (pid) => (engine = pid) });
  await expect
    .poll(() => service.simulator.calls.some(({ operation }) => operation === "ListResourceShareAssociations"), { timeout: 60_000 })
    .toBe(true);
  const started = dynamicProviders().filter((pid) => !others.has(pid) && commandLines().get(pid)?.includes("dynamic-provider"));
  process.kill(engine, "SIGKILL");
  const calls = service.simulator.calls.length;
  await run;
  await expect.poll(() => started.filter(isAlive), { timeout: 20_000 }).toEqual([]);
  const writes = service.simulator.calls.slice(calls).filter(({ operation }) => !operation.startsWith("List"));
  expect(writes.map(({ operation }) => operation)).toEqual([]);
});
