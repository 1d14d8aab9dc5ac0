import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resources } from "../../provider/resources/index.ts";
import { Project, repository } from "./pulumi.ts";
import { startService } from "./service.ts";
import type { Service } from "./service.ts";

// The tests of this file are one life, in order: of all examples in one program, as the pages show them.
let service: Service;
let project: Project;

const folder = join(repository, "examples/resources");
const names = readdirSync(folder);

beforeAll(async () => {
  service = await startService();
  const files = Object.fromEntries(names.map((name) => [`${name}.ts`, readFileSync(join(folder, name, "index.ts"), "utf8")]));
  const index = names.map(
    (name, number) => `import * as example${number} from "./${name}";\nexport const exports${number} = example${number};\n`,
  );
  project = await Project.open({ env: service.env, files: { ...files, "index.ts": index.join("") } });
});
afterAll(async () => {
  await project?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});

test("every resource has an example", () => {
  const kebab = resources.map(({ token }) => token.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase());
  expect(names.toSorted()).toEqual(kebab.toSorted());
});

test("the examples create what they say", async () => {
  await project.up();
  const made = new Set(project.resources().map(({ type }) => type.split(":").at(-1)));
  expect(resources.filter(({ token }) => !made.has(token))).toEqual([]);
  expect(service.simulator.invariants()).toEqual([]);
});

test("a second up of the examples makes no call", async () => {
  service.operations();
  await project.up();
  expect(service.operations()).toEqual([]);
});

test("what the examples made can be destroyed", async () => {
  await project.destroy();
  expect(service.simulator.grants()).toEqual([]);
});
