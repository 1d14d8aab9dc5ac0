import { beforeEach, expect, test } from "vitest";
import { openStackOfFile } from "./fixture.ts";

const { service, project } = await openStackOfFile();
beforeEach(() => void service.takeOperations());

/** Previews a program that must be refused; returns the output. */
async function refused(program: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  project.write({ "index.js": `const rs = require("pulumi-resourceshare");\n${program}` });
  const { code, stdout, stderr } = await project.run(["preview"], { env });
  expect(code).not.toBe(0);
  expect(service.takeOperations()).toEqual([]);
  // The display breaks long lines nowhere, but colours may be on in some terminals.
  return stdout + stderr;
}

test("reports all invalid arguments of a resource together, with the nearest name for an unknown one", async () => {
  const output = await refused(`
    new rs.ResourceShare("net", { name: "my network", targts: ["1"], resources: [{ type: "VSwitch" }] }, { customTimeouts: { create: "10m" } });
  `);
  expect(output).toContain("did you mean `targets`?");
  expect(output).toMatch(/property name value \{my network\} has a problem: must be 1 to 50 letters/);
  expect(output).toContain("resource 'net' has a problem: resources[0].id: ");
  // The engine's notation of a value that is no text.
  expect(output).not.toMatch(/value \{(<nil>|\[)/);
  expect(output).not.toMatch(/\n\s+at /);
});

test("rejects double claims on a share of the same program in its first preview, all in one failure", async () => {
  const output = await refused(`
    const listed = new rs.ResourceShare("listed", { name: "listed", targets: ["1000000000000003", "1000000000000002"] });
    new rs.ShareAssociation("second", { shareId: listed.id, targets: ["1000000000000003", "1000000000000002"] });
  `);
  for (const target of ["1000000000000003", "1000000000000002"]) {
    expect(output).toMatch(new RegExp(`target ${target} of .*listed is claimed by .*(listed and by .*second|second and by .*listed)`));
  }
});

test("rejects a wrong configuration by its key before any call", async () => {
  const output = await refused(`new rs.ResourceShare("net", { name: "net" });`, { RESOURCESHARE_ENDPOINT: "http://example.com" });
  expect(output).toMatch(/RESOURCESHARE_ENDPOINT|endpoint/);
});

test("rejects `pulumi import` of a dynamic resource, which fails before the provider's code is loaded", async () => {
  const words = ["import", "pulumi-nodejs:dynamic/resourceshare:ResourceShare", "net", "rs-1"];
  const { code, stdout, stderr } = await project.run([...words, "--yes", "--skip-preview", "--generate-code=false"]);
  const output = stdout + stderr;
  expect(code).not.toBe(0);
  // As docs/troubleshooting.md has it: the code of the provider is in the state, which an import does not have.
  expect(output).toContain("code must be a string, not undefined");
  expect(output).toMatch(/at requireFromString [^\n]*\n[^\n]*at getProvider [^\n]*@pulumi/);
  expect(output).not.toContain("pulumi-resourceshare/dist");
  expect(service.takeOperations()).toEqual([]);
});
