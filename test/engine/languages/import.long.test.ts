import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { demo } from "../../../simulator/index.ts";
import { served, share } from "../../unit/cli/fixture.ts";
import { Project } from "../pulumi.ts";
import { installPlugin } from "./fixture.ts";
import { yaml } from "./languages.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const BUILD_LIMIT = 15 * 60_000;
const head = "name: engine\nruntime: yaml\n";

test(
  "imports all shares by the file of `adopt --import`, without defaults, and shows no change for the generated program",
  async () => {
    vi.stubEnv("PATH", [process.env["PATH"], await yaml.host()].join(delimiter));
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = temporaryFolder(onTestFinished);
    await using service = await served();
    const client = service.client();
    const external = {
      external: true,
      resources: [["VSwitch", "vsw-demo01"]] as [string, string][],
      targets: [demo.folders.apps, demo.consumer],
    };
    await share(client, { name: "network", ...external, permissions: ["AliyunRSPermissionVSwitchReadOnly"], tags: { team: "network" } });
    await share(client, { name: "keys", arns: [`acs:kms:cn-hangzhou:${demo.owner}:instance/kst-demo01`], targets: [demo.directory] });
    await share(client, { name: "empty" });
    service.simulator.outOfBand.settleNow();
    const file = join(folder, "import.json");
    expect(await service.run(["adopt", "--import", file])).toMatchObject({ code: 0, out: "" });

    await using project = await Project.open({ env: service.environment(), files: { "Pulumi.yaml": head } });
    await installPlugin(project);
    const before = service.simulator.grants();
    service.simulator.forgetCalls();
    const program = join(folder, "program.yaml");
    await project.succeed(["import", "--file", file, "--out", program, "--yes", "--protect=false"]);
    expect(project.resources().filter(({ type }) => type === "resourceshare:index:ResourceShare")).toHaveLength(3);
    const written = readFileSync(program, "utf8");
    expect(written).not.toMatch(/Default|exclusive|: false/);
    project.write({ "Pulumi.yaml": head + written });
    expect((await project.preview()).filter(({ op }) => op !== "same")).toEqual([]);
    await project.up(["--expect-no-changes"]);
    expect(service.simulator.calls.filter(({ operation }) => !isReadOperation(operation))).toEqual([]);
    expect(service.simulator.grants()).toEqual(before);
  },
  BUILD_LIMIT,
);
