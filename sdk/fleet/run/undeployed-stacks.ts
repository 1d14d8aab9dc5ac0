import { type FleetStack, nameInProject } from "../fleet.ts";
import { hasSucceeded } from "./stack-status.ts";
import type { StackOpener } from "./stack-workspace.ts";

/**
 * The stacks that are not deployed, and whose missing outputs are the only reasons why a preview failed: what it would do is known after their
 * update. None when the preview has another cause.
 */
export async function undeployedStacksIn(opener: StackOpener, own: FleetStack, reasons: readonly string[]): Promise<readonly string[]> {
  const others = opener.fleet.stacks.filter((stack) => stack !== own);
  const missed = reasons.map((reason) => others.find((stack) => isStackIn(reason, stack)));
  const stacks = [...new Set(missed)].filter((stack) => stack !== undefined);
  if (missed.includes(undefined)) return [];
  // A status that cannot be read explains nothing.
  const areUndeployed = await Promise.all(stacks.map((stack) => hasSucceeded(opener, stack, "destroy").catch(() => false)));
  return areUndeployed.includes(false) ? [] : stacks.map(({ name }) => name);
}

/** Whether an engine's message is about a stack, as `… does not exist on stack 'organization/network/share'`. */
function isStackIn(message: string, { name }: FleetStack): boolean {
  const escaped = nameInProject(name).replace(/[^\w]/g, String.raw`\$&`);
  return new RegExp(String.raw`\bstack\W+([\w.-]+/)*${escaped}(?![\w/-]|\.\w)`).test(message);
}
