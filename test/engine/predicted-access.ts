import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { z } from "zod";
import type { Simulator } from "../../simulator/index.ts";
import { accessKey } from "../../access/access-key.ts";
import { Report } from "../../access/diff/report.ts";
import { run } from "../../cli/run.ts";
import type { Project } from "./pulumi.ts";

/** Returns what `resourceshare diff` predicts from the preview in a file, with the command's other arguments. */
export async function predictAccess(path: string, words: readonly string[] = []): Promise<z.infer<typeof Report>> {
  const output = { out: "", err: "" };
  const code = await run(["diff", path, "--format", "json", ...words], {
    out: (line) => (output.out += `${line}\n`),
    err: (line) => (output.err += `${line}\n`),
    interrupted: new Promise(() => undefined),
  });
  expect({ code, err: code === 0 ? "" : output.err }).toEqual({ code: 0, err: "" });
  const report = Report.parse(JSON.parse(output.out));
  return { ...report, changes: report.changes.flatMap(lostAndGained) };
}

type Change = z.infer<typeof Report>["changes"][number];

/** A changed access as one that is lost and one that is gained, as lists of accesses have it. */
function lostAndGained(change: Change): Change[] {
  if (change.change !== "changed") return [change];
  const { target, resource, oldPermission: permission = change.permission } = change;
  const before = { ...change, permission, target: withOldProperty(target), resource: withOldProperty(resource) };
  return [
    { ...before, change: "lost", gap: false },
    { ...change, change: "gained" },
  ];
}

function withOldProperty<Entity extends Change["target"] | Change["resource"]>(entity: Entity): Entity {
  return entity.oldProperty === undefined ? entity : { ...entity, property: entity.oldProperty ?? undefined };
}

/** Returns what `resourceshare diff` predicts from what `pulumi preview --json` has printed. */
export function predictAccessFrom({ folder }: Project, preview: string): Promise<z.infer<typeof Report>> {
  const path = join(folder, "preview.json");
  writeFileSync(path, preview);
  return predictAccess(path);
}

/** Previews and updates a stack, and compares the predicted changes of access with what the update has changed. */
export async function expectPredictedAccess(project: Project, simulator: Simulator): Promise<void> {
  const { stdout } = await project.succeed(["preview", "--json", "--show-sames"]);
  const { changes } = await predictAccessFrom(project, stdout);
  const before = grantedBy(simulator);
  await project.up();
  const after = grantedBy(simulator);
  const of = (wanted: string) => changes.filter(({ change }) => change === wanted).map((change) => keyOf(change));
  expect(of("unknown")).toEqual([]);
  expect(of("gained").toSorted()).toEqual([...after].filter((key) => !before.has(key)).toSorted());
  expect(of("lost").toSorted()).toEqual([...before].filter((key) => !after.has(key)).toSorted());
  expect(of("kept").toSorted()).toEqual([...before].filter((key) => after.has(key)).toSorted());
}

function grantedBy(simulator: Simulator): ReadonlySet<string> {
  return new Set(simulator.grants().map(keyOf));
}

/** A preview does not always know what a default is called. */
function keyOf(access: Parameters<typeof accessKey>[0]): string {
  return accessKey({ ...access, permission: access.permission.replace(/^AliyunRSDefaultPermission.*/, "default") });
}
