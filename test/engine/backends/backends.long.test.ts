import { afterAll, beforeAll, describe, test } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { openBinding } from "../binding.ts";
import { casesOf, interruptsOf } from "../kill/cases.ts";
import type { KillCase } from "../kill/fixture.ts";
import { waitForExit } from "../kill/kill-at-call.ts";
import { lifecycles } from "../kill/lifecycles.ts";
import { lostCases } from "../kill/run-cases.ts";
import { childrenOf } from "../processes.ts";
import { Project } from "../pulumi.ts";
import { openStack } from "../stack.ts";
import { type Backend, openBackend } from "./backend.ts";
import type { StateStore } from "./state-store.ts";

const program = (targets: readonly string[], more = "") => `const rs = require("pulumi-resourceshare");
const share = new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ${JSON.stringify(targets)} });
${more}
`;
const TAGS = `new rs.ShareTags("tags", { shareId: share.id, tags: { team: "network" } });`;

/** Kills and an interrupt of a share: in its creation, an update and its deletion. */
function sampleOfShare(cases: readonly KillCase[]): KillCase[] {
  const wanted: readonly (readonly [step: string, target: string, operation: string])[] = [
    ["create", "engine", "CreateResourceShare"],
    ["update", "interrupt", "AssociateResourceShare"],
    ["delete", "both", "DeleteResourceShare"],
  ];
  return wanted.flatMap(
    ([name, target, operation]) =>
      cases.find(
        ({ lifecycle, step, killPoint }) =>
          lifecycle.steps[step]?.name === name &&
          killPoint.target === target &&
          killPoint.operation === operation &&
          killPoint.moment === "after",
      ) ?? [],
  );
}

// `npm run kills -- --backend postgres` and `npm run interrupts -- --backend s3` run all cases.
describe.each(["postgres", "s3"] as const)("a stack whose state is in %s", { timeout: 1_200_000 }, (name) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(name);
  });
  afterAll(() => backend?.[Symbol.asyncDispose]());

  /** A store of its own for each test, as they run side by side. */
  const newStore = (): StateStore => {
    const store = backend.newStore?.();
    if (store === undefined) throw new Error(`${name} has no store`);
    return store;
  };

  test.concurrent("creates, changes, refreshes, destroys and removes a stack in another backend, and leaves no state file or lock there", async ({
    expect,
  }) => {
    const store = newStore();
    await using stack = await openStack({ store, files: { "index.js": program([demo.folders.apps], TAGS) } });
    const { service, project } = stack;
    await project.up();
    expect(project.resource("net").id).toBe(service.shareId("network"));
    service.takeOperations();
    await project.up();
    expect(service.takeOperations()).toEqual([]);
    project.write({ "index.js": program([demo.folders.apps, demo.member], TAGS) });
    await project.up();
    expect(service.simulator.grants()).toHaveLength(2);
    await project.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    await project.destroy();
    expect(service.simulator.save().shares.map(({ status }) => status)).toEqual(["Deleted"]);
    await project.succeed(["stack", "rm", "--yes"]);
    expect(store.list(".pulumi/stacks/").filter((key) => key.endsWith(".json"))).toEqual([]);
    expect(store.list(".pulumi/locks/")).toEqual([]);
  });

  test.concurrent("ends in the program's state in another backend when the command is killed or interrupted and runs again", async ({
    expect,
  }) => {
    await using binding = await openBinding("dynamic");
    const lifecycle = lifecycles.find(({ resource }) => resource === "ResourceShare");
    if (lifecycle === undefined) throw new Error("no lifecycle of ResourceShare");
    const cases: typeof casesOf = (...parts) => {
      const found = sampleOfShare([...casesOf(...parts), ...interruptsOf(...parts)]);
      expect(found).toHaveLength(3);
      return found;
    };
    expect(await lostCases({ binding, lifecycle, stacks: 1, cases, newStore })).toEqual({});
  });

  test.concurrent("locks a stack in another backend while an update runs and after it was killed, until `pulumi cancel`", async ({
    expect,
  }) => {
    await using stack = await openStack({
      store: newStore(),
      simulator: { pace: { associate: 600_000 } },
      files: { "index.js": program([]) },
    });
    const { service, project } = stack;
    const first = project.up();
    const associating = () => service.simulator.calls.some(({ operation }) => operation === "ListResourceShareAssociations");
    await expect.poll(associating, { timeout: 240_000 }).toBe(true);
    service.simulator.outOfBand.settleNow();
    await first;

    service.takeOperations();
    project.write({ "index.js": program([demo.folders.apps]) });
    let engine = 0;
    const killed = project.run(["up", "--yes", "--skip-preview"], { onStart: (pid) => (engine = pid) });
    await expect.poll(associating, { timeout: 240_000 }).toBe(true);
    const refused = await project.run(["up", "--yes", "--skip-preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stderr + refused.stdout).toMatch(/currently locked by 1 lock.*`pulumi cancel`/s);

    const processes = [engine, ...childrenOf(engine).map(([pid]) => pid)];
    process.kill(engine, "SIGKILL");
    await killed;
    await waitForExit(processes);
    expect(project.isLocked()).toBe(true);
    expect((await project.run(["up", "--yes", "--skip-preview"])).code).not.toBe(0);
    await project.succeed(["cancel", "--yes"]);
    expect(project.isLocked()).toBe(false);
    service.simulator.outOfBand.settleNow();
    await project.up();
    expect(service.simulator.grants()).toHaveLength(1);
    expect(project.pending()).toEqual([]);
  });

  test.concurrent("has one share in another backend after two engines began at once, and keeps what another stack adds to it", async ({
    expect,
  }) => {
    const store = newStore();
    await using stack = await openStack({ store, files: { "index.js": program([demo.folders.apps]) } });
    const { service, project } = stack;
    const both = await Promise.all([0, 1].map(() => project.run(["up", "--yes", "--skip-preview"])));
    // The lock admits one of them, or none.
    expect(both.filter(({ code }) => code === 0).length).toBeLessThan(2);
    expect(project.isLocked()).toBe(false);
    if (both.every(({ code }) => code !== 0)) await project.up();
    const id = service.shareId("network");
    expect(project.resource("net").id).toBe(id);

    const more = `const rs = require("pulumi-resourceshare");\nnew rs.ShareAssociation("more", { shareId: "${id}", targets: ["${demo.network}"] });\n`;
    await using other = await Project.open({ env: service.env, store, stack: "other", files: { "index.js": more } });
    project.write({ "index.js": program([demo.member]) });
    await Promise.all([project.up(), other.up()]);
    expect(
      service.simulator
        .grants()
        .map(({ target }) => target.id)
        .toSorted(),
    ).toEqual([demo.member, demo.network].toSorted());
    expect(project.resources().filter(({ urn }) => urn.endsWith("::more"))).toEqual([]);
  });
});
