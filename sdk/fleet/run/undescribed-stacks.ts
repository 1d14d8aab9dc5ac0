import { z } from "zod";
import { parseJson } from "../../../provider/kernel/json.ts";
import { groupedBy } from "../../../provider/kernel/grouped-by.ts";
import { firstTexts } from "../../../access/first-texts.ts";
import { numberOf } from "../../../access/diff/counts.ts";
import { type Finding, warning } from "../../../access/output/finding.ts";
import { type FleetStack, nameInProject } from "../fleet.ts";
import { commandOn, failureText, reportRedactor } from "./failure-text.ts";
import { mapAtMost } from "./map-at-most.ts";
import type { StackOpener } from "./stack-workspace.ts";

const ListedStacks = z.array(z.looseObject({ name: z.string(), resourceCount: z.number().optional() }));

/**
 * A warning for each project that has other stacks with resources than those of the description: no operation of the fleet reaches them. They
 * have left the description, or never were in it.
 */
export async function examineUndescribed(opener: StackOpener): Promise<readonly Finding[]> {
  const { stacks, concurrency } = opener.fleet;
  const projects = groupedBy(stacks, ({ program }) => (program.kind === "inline" ? program.project : program.folder));
  const all = await mapAtMost(concurrency.total, projects, async ([first]) => {
    const subject = `Project of ${first.name}`;
    try {
      const others = await undescribedIn(opener, first);
      if (others.length === 0) return [];
      const names = firstTexts(others, 10);
      const destroy = commandOn(opener, { ...first, name: others.length === 1 ? names : "NAME" }, "destroy");
      const fix = `put one that has left the description back, or run \`${destroy}\` with its account's credentials`;
      return [warning(subject, `${numberOf(others.length, "stack")} with resources not in the description: ${names}`, fix)];
    } catch (error) {
      return [warning(subject, `its other stacks are not read: ${reportRedactor(opener, first)(failureText(error))}`)];
    }
  });
  return all.flat();
}

async function undescribedIn({ fleet, pulumi }: StackOpener, { program }: FleetStack): Promise<readonly string[]> {
  const [folder, words] = program.kind === "inline" ? [process.cwd(), ["--project", program.project]] : [program.folder, []];
  const env: Record<string, string> = fleet.backend === undefined ? {} : { PULUMI_BACKEND_URL: fleet.backend };
  const { stdout } = await pulumi.run(["stack", "ls", "--json", ...words], folder, env);
  const described = new Set(fleet.stacks.map(({ name }) => nameInProject(name)));
  return ListedStacks.parse(parseJson(stdout))
    .filter(({ name, resourceCount }) => resourceCount !== 0 && !described.has(nameInProject(name)))
    .map(({ name }) => name);
}
