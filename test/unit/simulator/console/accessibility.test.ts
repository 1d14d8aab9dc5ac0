import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openConsoleOfFile } from "./fixture.ts";

const fixture = await openConsoleOfFile();
// An expression of the debugging protocol, which no Content-Security-Policy applies to.
await fixture.page.evaluate(axe.source);

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** Violations of WCAG 2.2, levels A and AA, and of best practices, in the page as it is. */
async function violations(): Promise<string[]> {
  const { violations: found } = await fixture.page.evaluate<{ violations: readonly Finding[] }>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Shows the parts of each tab that differ most. */
const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  Access: (page) => page.getByRole("row", { name: "m-demo01" }).first().waitFor(),
  Picture: async (page) => {
    await page.getByRole("button", { name: "Picture" }).click();
    await page.getByRole("img").waitFor();
  },
  Shares: async (page) => {
    await page.getByRole("row", { name: "golden-images" }).click();
    await page.getByRole("heading", { name: "golden-images" }).waitFor();
  },
  Calls: async (page) => {
    await page.getByRole("row", { name: "throttled" }).first().click();
    await page.getByText("Throttling.User").last().waitFor();
  },
  Faults: (page) => page.getByRole("button", { name: "Remove the fault" }).waitFor(),
  World: (page) => page.getByRole("heading", { name: "Accounts" }).waitFor(),
};

const cases = (["light", "dark"] as const).flatMap((colorScheme) => Object.keys(views).map((view) => [view, colorScheme] as const));

test.for(cases)("has no violation of WCAG AA in the simulator's console in %s in %s colours", async ([view, colorScheme]) => {
  const { page, open } = fixture;
  await page.emulateMedia({ colorScheme });
  await open(view === "Picture" ? "Access" : view);
  await views[view]?.(page);
  expect(await violations()).toEqual([]);
});
