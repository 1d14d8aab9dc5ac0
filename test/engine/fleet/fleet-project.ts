import { spawn } from "node:child_process";
import { join } from "node:path";
import { demo } from "../../../provider/simulator/index.ts";
import { type Project, repository, type Run } from "../pulumi.ts";
import type { Service } from "../service.ts";

const OWNER = `
const pulumi = require("@pulumi/pulumi");
const rs = require("pulumi-resourceshare");
const name = new pulumi.Config().require("shareName");
exports.shareId = new rs.ResourceShare("edge", {
  name, allowExternalTargets: true, resources: [{ type: "VSwitch", id: "vsw-demo01" }], targets: ["${demo.consumer}"],
}).id;
`;

const ACCEPTOR = `
const pulumi = require("@pulumi/pulumi");
const rs = require("pulumi-resourceshare");
const owner = new pulumi.StackReference("organization/owner/" + new pulumi.Config().require("owner"));
exports.status = new rs.InvitationAcceptor("edge", { shareId: owner.requireOutput("shareId"), senderAccountId: "${demo.owner}" }).status;
`;

const manifest = (name: string) => `name: ${name}\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n`;

/** The programs of an owner and an acceptor, each in a folder of its own. */
export const programs: Readonly<Record<string, string>> = {
  "owner/Pulumi.yaml": manifest("owner"),
  "owner/package.json": '{ "main": "index.js" }',
  "owner/index.js": OWNER,
  "acceptor/Pulumi.yaml": manifest("acceptor"),
  "acceptor/package.json": '{ "main": "index.js" }',
  "acceptor/index.js": ACCEPTOR,
};

/** A description of two owners, one for each share, and an acceptor of the first. */
export const description = `
import { defineFleet } from "pulumi-resourceshare/fleet";

const credentials = (name: string) => ({
  ALIBABA_CLOUD_ACCESS_KEY_ID: { env: name + "_KEY_ID" },
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: { env: name + "_KEY_SECRET" },
});

export default defineFleet({
  name: "network",
  accounts: {
    owner: { id: "${demo.owner}", environment: credentials("OWNER") },
    consumer: { id: "${demo.consumer}", environment: credentials("CONSUMER") },
  },
  stacks: [
    { name: "share-edge", program: "./owner", accounts: ["owner"], regions: ["cn-hangzhou"], config: { shareName: "edge" } },
    { name: "share-core", program: "./owner", accounts: ["owner"], regions: ["cn-hangzhou"], config: { shareName: "core" } },
    {
      name: "accept-edge",
      program: "./acceptor",
      accounts: ["consumer"],
      regions: ["cn-hangzhou"],
      dependsOn: ["share-edge"],
      config: { owner: "share-edge" },
    },
  ],
});
`;

/** The environment of the command: the address of the service, and the keys of both accounts under names of the fleet's own. */
export function fleetEnvironment(project: Project, { simulator, address }: Service): Record<string, string> {
  const keyOf = (accountId: string) => simulator.keys.find((key) => key.accountId === accountId);
  const [owner, consumer] = [keyOf(demo.owner), keyOf(demo.consumer)];
  return {
    ...project.environment(),
    ...address,
    OWNER_KEY_ID: owner?.accessKeyId ?? "",
    OWNER_KEY_SECRET: owner?.accessKeySecret ?? "",
    CONSUMER_KEY_ID: consumer?.accessKeyId ?? "",
    CONSUMER_KEY_SECRET: consumer?.accessKeySecret ?? "",
  };
}

/** Runs `resourceshare fleet` in the folder of a project. */
export function runFleet(
  project: Project,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  onOutput: (text: string, interrupt: () => void) => void = () => {},
): Promise<Run> {
  const program = join(repository, "dist/sdk/command/resourceshare.js");
  return new Promise((resolve, reject) => {
    const child = spawn("node", ["--", program, "fleet", ...words], { cwd: project.folder, env, stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    const timer = setTimeout(() => child.kill("SIGKILL"), 150_000);
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output.stderr += text;
      onOutput(output.stderr, () => child.kill("SIGINT"));
    });
    child.once("error", reject);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ code, ...output });
    });
  });
}
