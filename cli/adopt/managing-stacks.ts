import { readState } from "../../access/stack-state.ts";
import { exportStacks } from "../input/pulumi.ts";

/** Returns the stacks of a project that manage shares, by id of the share. A program that only reads a share does not manage it. */
export async function managingStacks(folder: string): Promise<ReadonlyMap<string, string>> {
  const resources = (await exportStacks(folder)).flatMap((text) => readState(text).resources);
  return new Map(
    resources.flatMap(({ kind, id, isRead, urn }) =>
      kind === "ResourceShare" && id !== undefined && isRead !== true ? [[id, urn.split(/::?/)[2] ?? ""]] : [],
    ),
  );
}
