import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resources } from "../../provider/resources/index.ts";
import { openStackOfFile, programOf } from "./fixture.ts";
import { repository } from "./pulumi.ts";

// The tests of this file are steps of one lifecycle, in order: of all examples in one program, as the pages show them.

const folder = join(repository, "examples/resources");
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const files = programOf(Object.fromEntries(names.map((name) => [name, join(folder, name, "index.ts")])));
const { service, project } = await openStackOfFile({ files });

test("has an example in `examples/resources` of every resource", () => {
  const kebab = resources.map(({ token }) => token.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase());
  expect(names.toSorted()).toEqual(kebab.toSorted());
});

test("creates every kind of resource by the program of all examples", async () => {
  await project.up();
  const made = new Set(project.resources().map(({ type }) => type.split(":").at(-1)));
  expect(resources.filter(({ token }) => !made.has(token))).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});

test("makes no call in a second `up` of the examples of resources", async () => {
  service.takeOperations();
  await project.up();
  expect(service.takeOperations()).toEqual([]);
});

test("destroys what the examples of resources created", async () => {
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});
