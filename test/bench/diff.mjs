// What `resourceshare diff` takes for large previews, as a process: seconds from start to end, and the most memory that it held.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const program = join(root, "dist/cli/resourceshare.js");
const runs = Number(process.argv[2] ?? 9);
const folder = mkdtempSync(join(tmpdir(), "resourceshare-diff-"));
const prefix = "pulumi-nodejs:dynamic/resourceshare:";
// As long as the real one: most of what is read is not used.
const provider = "x".repeat(280);
const cases = [
  { name: "1,000 resources, 50 of which change", shares: 600, wide: [2, 2], changed: 50 },
  { name: "the same, all of which change", shares: 600, wide: [2, 2], changed: 1000 },
  { name: "1,000 resources that grant 19,500 accesses, 50 of which change", shares: 650, wide: [5, 6], changed: 50 },
  { name: "the same, all of which change", shares: 650, wide: [5, 6], changed: 1000 },
];

console.log(
  `resourceshare diff, median and worst of ${runs} runs; Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "?"}`,
);
try {
  for (const { name, shares, wide, changed } of cases) {
    for (const form of ["document", "stream"]) {
      const file = join(folder, form);
      writeFileSync(file, form === "document" ? documentOf(stepsOf(shares, wide, changed)) : streamOf(stepsOf(shares, wide, changed)));
      console.log(`${name}: ${form} of ${(statSync(file).size / 1e6).toFixed(1)} MB`);
      for (const format of ["markdown", "json"]) {
        const samples = /** @type {Sample[]} */ ([]);
        for (let run = 0; run < runs; run += 1) samples.push(await measured(["diff", file, "--format", format]));
        const sortedFigures = (/** @type {keyof Sample} */ figure) => samples.map((one) => one[figure]).sort((a, b) => a - b);
        const [seconds, processor, memory] = [sortedFigures("seconds"), sortedFigures("processor"), sortedFigures("megabytes")];
        const shown = (/** @type {number[]} */ sorted, /** @type {number} */ digits) =>
          `${sorted[sorted.length >> 1]?.toFixed(digits)} (${sorted.at(-1)?.toFixed(digits)})`;
        console.log(`  ${format.padEnd(9)} ${shown(seconds, 2)} s, ${shown(processor, 2)} s of processor time, ${shown(memory, 0)} MB`);
      }
    }
  }
} finally {
  if (process.env["KEEP"]) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}

/**
 * @typedef {{ seconds: number, processor: number, megabytes: number }} Sample
 * @param {string[]} words
 * @returns {Promise<Sample>}
 */
function measured(words) {
  const code = `process.argv.splice(1,0,${JSON.stringify(program)});process.on("exit",()=>require("fs").writeSync(3,JSON.stringify(process.resourceUsage())));require(${JSON.stringify(program)})`;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", code, "--", ...words], { cwd: root, stdio: ["ignore", "ignore", "ignore", "pipe"] });
    let held = "";
    child.stdio[3]?.on("data", (/** @type {Buffer} */ text) => (held += String(text)));
    child.once("error", reject);
    child.once("close", (exit) => {
      const seconds = (performance.now() - start) / 1000;
      if (exit === 0 && held !== "") {
        const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(held);
        resolve({ seconds, processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 });
      } else reject(new Error(`resourceshare ${words.join(" ")} ended with ${exit}`));
    });
  });
}

/**
 * Shares, associations, permissions and acceptors, 1,000 together, as the engine would show them.
 * @param {number} shares
 * @param {number[]} wide how many resources and targets a share has
 * @param {number} changed
 */
function stepsOf(shares, wide, changed) {
  return Array.from({ length: 1000 }, (_, index) => {
    const isChanged = (index * changed) % 1000 < changed;
    const owner = index % shares;
    if (index < shares) return stepOf("ResourceShare", index, isChanged, ...shareOf(index, wide));
    const shareId = `rs-${owner}`;
    const kind = ["ShareAssociation", "SharePermission", "InvitationAcceptor"][index % 3];
    if (kind === "ShareAssociation")
      return stepOf(kind, index, isChanged, { shareId, targets: [`fd-more${index}`] }, recordsOf([], [`fd-more${index}`]));
    if (kind === "SharePermission") {
      const permissionName = "AliyunRSPermissionVSwitchReadOnly";
      return stepOf(kind, index, isChanged, { shareId, permissionName }, { shareId, permissionName, resourceType: "VSwitch" });
    }
    return stepOf(
      "InvitationAcceptor",
      index,
      isChanged,
      { shareId, account: "consumer" },
      { shareId, receiverAccountId: "2000000000000001" },
    );
  });
}

/** @param {number} index @param {number[]} wide @returns {[object, object]} */
function shareOf(index, [resources = 1, targets = 1]) {
  const ids = Array.from({ length: resources }, (_, number) => `vsw-of-share-${index}-${number}`);
  const names = Array.from({ length: targets }, (_, number) => `${1_000_000_000_000_000 + ((index * 7 + number) % 400)}`);
  const inputs = {
    name: `share-${index}`,
    resources: ids.map((id) => ({ type: "VSwitch", id })),
    targets: names,
    tags: { team: "network", stage: "prod" },
  };
  return [inputs, { ...inputs, ...recordsOf(ids, names), owner: "1000000000000001", status: "Active", createTime: "2026-01-01T00:00:00Z" }];
}

/** @param {string[]} resources @param {string[]} targets */
function recordsOf(resources, targets) {
  const common = { status: "Associated", external: false, createTime: "2026-01-01T00:00:00Z" };
  return {
    associations: [
      ...resources.map((entityId) => ({
        kind: "Resource",
        entityType: "VSwitch",
        entityId,
        arn: `acs:vpc:cn-hangzhou:1000000000000001:vswitch/${entityId}`,
        ...common,
      })),
      ...targets.map((entityId) => ({ kind: "Target", entityType: "Account", entityId, ...common })),
    ],
  };
}

/** @param {string | undefined} kind @param {number} index @param {boolean} isChanged @param {object} inputs @param {object} outputs */
function stepOf(kind, index, isChanged, inputs, outputs) {
  const type = `${prefix}${kind}`;
  const urn = `urn:pulumi:prod::platform::${type}::r${index}`;
  const hidden = { __provider: provider, __urn: urn };
  const old = {
    urn,
    type,
    custom: true,
    id: kind === "ResourceShare" ? `rs-${index}` : `rs-0/${index}`,
    inputs: { ...inputs, ...hidden },
    outputs: { ...outputs, ...hidden },
  };
  const changed =
    "targets" in inputs && Array.isArray(inputs.targets)
      ? { ...inputs, targets: [...inputs.targets.slice(1), "fd-added"] }
      : { ...inputs, timeouts: {} };
  const after = isChanged ? { ...old, inputs: { ...changed, ...hidden }, outputs: { ...changed, ...hidden } } : old;
  return { op: isChanged ? "update" : "same", urn, type, old, after };
}

/** @typedef {ReturnType<typeof stepOf>} Step */

/** @param {Step[]} steps */
function documentOf(steps) {
  const stackTrace = [
    { sourcePosition: "project:///index.ts#1,1" },
    {},
    {},
    {},
    { sourcePosition: "project:///node_modules/@pulumi/runtime/stack.ts#79,28" },
  ];
  const shown = steps.map(({ op, urn, old, after }) => ({ op, urn, oldState: { ...old, stackTrace }, newState: { ...after, stackTrace } }));
  return JSON.stringify({ steps: shown, changeSummary: { same: steps.filter(({ op }) => op === "same").length } }, undefined, 4);
}

/** @param {Step[]} steps */
function streamOf(steps) {
  const events = steps.flatMap(({ op, urn, type, old, after }) => {
    const metadata = { op, urn, type, old, new: after };
    return [
      {
        diagnosticEvent: {
          prefix: "debug: ",
          severity: "debug",
          message: `RegisterResource RPC finished: ${JSON.stringify(after.inputs)}`,
        },
      },
      { resourcePreEvent: { metadata, planning: true } },
      { resOutputsEvent: { metadata, planning: true } },
    ];
  });
  return [...events, { summaryEvent: { resourceChanges: {} } }].map((event) => JSON.stringify(event)).join("\n");
}
