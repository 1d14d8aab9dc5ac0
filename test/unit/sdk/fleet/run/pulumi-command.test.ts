import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FleetPulumi } from "../../../../../sdk/fleet/run/pulumi-command.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

/** A command that handles an interruption only after its headline, as `pulumi` does; it ends by itself after some seconds. */
const script = `#!/bin/sh
echo "Updating (dev):"
sleep 0.5
trap 'echo "ended cleanly"; exit 1' INT
echo " +  pulumi:pulumi:Stack dev creating (0s)"
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 0.2; done
`;

test.each([
  [1, { code: 1, stdout: expect.stringContaining("ended cleanly") }],
  [2, { code: -1, stdout: "Updating (dev):\n" }],
])("delays an interruption of an operation until it would release its lock, and no second one: %d", async (interruptions, result) => {
  const command = join(temporaryFolder(onTestFinished), "pulumi");
  writeFileSync(command, script, { mode: 0o755 });
  // The type of versions is of a package that this one does not depend on.
  const pulumi = new FleetPulumi({ command, version: { toString: () => "3.250.0" } as FleetPulumi["version"] });
  const started = Promise.withResolvers<void>();
  const run = pulumi.run(["up", "--yes"], process.cwd(), {}, () => started.resolve());
  await started.promise;
  for (let sent = 0; sent < interruptions; sent += 1) pulumi.interrupt();
  await expect(run).rejects.toMatchObject({ result });
});
