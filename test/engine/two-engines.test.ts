import { afterEach, beforeEach, expect, test } from "vitest";
import { demo } from "../../simulator/index.ts";
import { Project } from "./pulumi.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";

let service: Service;
const projects: Project[] = [];

beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  for (const project of projects.splice(0)) await project[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

async function open(stack: string, program: string): Promise<Project> {
  const project = await Project.open({ env: service.env, stack, files: { "index.js": programOf(program) } });
  projects.push(project);
  return project;
}

const programOf = (text: string) => `const rs = require("pulumi-resourceshare");\n${text}\n`;

/** Runs one command on two stacks at the same time. */
function together(one: Project, another: Project, ...words: string[]) {
  return Promise.all([one, another].map((project) => project.succeed([...words, "--yes", "--skip-preview"], { timeoutMs: 120_000 })));
}

/** The access that the only share grants, and its targets. */
function held(): string[] {
  const present = service.simulator.save().shares.filter(({ status }) => status === "Active" || status === "Pending");
  return present.flatMap(({ associations }) => associations.flatMap(({ id, status }) => (status === "Associated" ? [id] : []))).toSorted();
}

const BOUND = 120;

test("keeps the entities of each of two stacks that change one share concurrently", async () => {
  const inline = (targets: string) => `exports.id = new rs.ResourceShare("net", {
    name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: [${targets}] }).id;`;
  const owner = await open("owner", inline(`"${demo.folders.apps}"`));
  await owner.up();
  const shareId = service.shareId("network");
  const guest = (lists: string) => `new rs.ShareAssociation("more", { shareId: "${shareId}", ${lists} });`;
  const one = await open("one", guest(`targets: ["${demo.member}"], resources: [{ type: "VSwitch", id: "vsw-demo02" }]`));
  const another = await open("another", guest(`targets: ["${demo.network}"], resources: [{ type: "VSwitch", id: "vsw-demo03" }]`));
  service.operations();

  await together(one, another, "up");
  expect(held()).toEqual([demo.folders.apps, demo.member, demo.network, "vsw-demo01", "vsw-demo02", "vsw-demo03"].toSorted());

  // The owner's inline lists change while an association of another stack does.
  owner.write({ "index.js": programOf(inline(`"${demo.folders.core}"`)) });
  one.write({ "index.js": programOf(guest(`targets: ["${demo.sandbox}"], resources: [{ type: "Image", id: "m-demo01" }]`)) });
  await together(owner, one, "up");
  expect(held()).toEqual([demo.folders.core, demo.sandbox, demo.network, "vsw-demo01", "m-demo01", "vsw-demo03"].toSorted());

  await together(one, another, "destroy");
  expect(held()).toEqual([demo.folders.core, "vsw-demo01"].toSorted());
  expect(service.operations().length).toBeLessThan(BOUND);
  expect(service.simulator.invariants()).toEqual([]);
});

test("succeeds in both stacks when one deletes a share while the other removes its entities", async () => {
  const owner = await open(
    "owner",
    `new rs.ResourceShare("net", { name: "network", resources: [{ type: "VSwitch", id: "vsw-demo01" }] });`,
  );
  await owner.up();
  const guest = await open(
    "guest",
    `new rs.ShareAssociation("more", { shareId: "${service.shareId("network")}", targets: ["${demo.member}"] });`,
  );
  await guest.up();
  service.operations();
  await together(owner, guest, "destroy");
  expect(held()).toEqual([]);
  expect([...service.simulator.world.shares.values()].map(({ status }) => status)).toEqual(["Deleted"]);
  expect(service.operations().length).toBeLessThan(BOUND);
});
