import { readState, stacksByShare } from "../../access/stack-state.ts";
import { exportStacks } from "../input/pulumi.ts";

/** Returns the last stack of a project that manages each share, by id of the share. */
export async function managingStacks(folder: string): Promise<ReadonlyMap<string, string>> {
  const stacks = stacksByShare((await exportStacks(folder)).map((text) => readState(text)));
  return new Map([...stacks].map(([id, names]) => [id, names.at(-1) ?? ""]));
}
