import { expect, test } from "vitest";
import { bindingNames, openBinding } from "../binding.ts";
import { resourceTypeOf } from "../../../provider/kernel/type-tokens.ts";
import type { Stack } from "../stack.ts";
import { openRecording, readRecording, recordedVersions, recordingPath } from "./recording.ts";

const cases = recordedVersions().flatMap((version) => bindingNames.map((binding) => ({ version, binding })));

/** What a destroy has left in the state and in the service. */
function leftBy({ project, service }: Stack): readonly unknown[] {
  const live = [...service.simulator.world.shares.values()].filter(({ status }) => status === "Active" || status === "Pending");
  return [...project.resources().map(({ urn }) => urn), ...live.map(({ name }) => name), ...service.simulator.invariants()];
}

test.concurrent.each(cases)(
  "continues a stack of version $version without a change, and destroys it: $binding",
  async ({ version, binding: name }) => {
    await using binding = await openBinding(name);
    await using stack = await openRecording(binding, readRecording(recordingPath(version, "finished", name)));
    const { project } = stack;
    const kinds = project.resources().flatMap(({ type }) => resourceTypeOf(type)?.kind ?? []);
    expect(new Set(kinds).size).toBe(7);
    await project.succeed(["preview", "--expect-no-changes"]);
    await project.succeed(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    await project.destroy();
    expect(leftBy(stack)).toEqual([]);
  },
);

test.concurrent.each(cases)(
  "completes a failed update of version $version, and destroys the stack: $binding",
  async ({ version, binding: name }) => {
    await using binding = await openBinding(name);
    await using stack = await openRecording(binding, readRecording(recordingPath(version, "unfinished", name)));
    const { project, service } = stack;
    expect(project.resources().filter(({ initErrors = [] }) => initErrors.length > 0)).toHaveLength(5);
    service.simulator.outOfBand.planFailure("vsw-demo03", undefined);
    service.simulator.outOfBand.settleNow();
    await project.up();
    await project.succeed(["preview", "--expect-no-changes"]);
    expect(service.simulator.device.done.map(({ operation }) => operation)).toEqual(["ExecuteScene"]);
    await project.destroy();
    expect(leftBy(stack)).toEqual([]);
  },
);
