import { expect, test } from "vitest";
import { served, share } from "../fixture.ts";
import { project } from "../project.ts";

const type = "resourceshare:index:ResourceShare";

test("warns of throttled calls in `doctor`, and counts those of every check", async () => {
  using place = project();
  await using service = await served();
  const id = await share(service.client(), { name: "network" });
  const resources = [{ urn: `urn:pulumi:dev::shop::${type}::network`, type, id, inputs: { name: "network" }, outputs: {} }];
  place.printStacks({ dev: { version: 3, deployment: { resources } } });
  const callsOf = async (...words: readonly string[]) => {
    service.simulator.faults.add({
      operation: "ListPermissions",
      times: 1,
      fault: { kind: "error", status: 400, code: "Throttling.User" },
    });
    const { out } = await service.run(["doctor", ...words], { cwd: place.folder, env: place.env });
    return Number(/^warning {2}Rate limits: 1 of the (\d+) calls of this check were throttled/m.exec(out)?.[1]);
  };
  // The search for lost shares lists the shares again.
  expect(await callsOf("--stack", place.folder)).toBe((await callsOf()) + 1);
});
