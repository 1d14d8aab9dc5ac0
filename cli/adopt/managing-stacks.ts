import { managedShares, readState } from "../../access/stack-state.ts";
import { urnParts } from "../../provider/kernel/type-tokens.ts";
import { exportStacks } from "../input/pulumi.ts";

/** Returns the stacks of a project that manage shares, by id of the share. */
export async function managingStacks(folder: string): Promise<ReadonlyMap<string, string>> {
  const shares = (await exportStacks(folder)).flatMap((text) => managedShares(readState(text)));
  return new Map(shares.map(({ id, urn }) => [id, urnParts(urn)?.stack ?? ""]));
}
