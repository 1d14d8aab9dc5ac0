import { describeChange } from "../../support/random-programs/describe-change.ts";
import { workspaceOf } from "../../support/random-programs/workspace.ts";
import type { Edit } from "./sequence.ts";

export async function describeEdit(number: number, edit: Edit, found: readonly string[]): Promise<string> {
  const place = workspaceOf(number % 16);
  return [`program ${number} (${edit.binding})`, ...found, ...edit.events, describeChange(edit.before, edit.after, place)].join("\n  ");
}
