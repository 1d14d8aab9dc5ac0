/**
 * Writes the pictures of the console that documents show, from the built package: `npm run screenshots`.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { createSimulator, serve } from "pulumi-resourceshare/simulator";
import type { Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { makeShares } from "./scenario.ts";

const repository = join(import.meta.dirname, "../..");
// The command loads this module; it is no entry point of the package.
const built = createRequire(import.meta.url)(
  join(repository, "dist/sdk/console/console-pages.js"),
) as typeof import("../../sdk/console/console-pages.ts");

interface Picture {
  readonly file: string;
  readonly colorScheme: "light" | "dark";
  readonly tab: string;
  /** Shows what the picture is of. */
  readonly prepare: (page: Page) => Promise<void>;
}

const pictures: readonly Picture[] = [
  {
    file: "docs/pictures/console-shares.png",
    colorScheme: "light",
    tab: "Shares",
    prepare: async (page) => {
      await page.getByRole("row", { name: "golden-images" }).click();
      await page.getByRole("heading", { name: "golden-images" }).waitFor();
    },
  },
  {
    file: "docs/pictures/console-calls.png",
    colorScheme: "dark",
    tab: "Calls",
    prepare: async (page) => {
      await page.getByRole("row", { name: "throttled" }).first().click();
      await page.getByText('"Code": "Throttling.User"').waitFor();
    },
  },
];

const simulator = createSimulator({ limits: false });
makeShares(simulator);
const served = await serve(simulator, { pages: built.consolePages(simulator) });
for (const { file, colorScheme, tab, prepare } of pictures) {
  await using browser = await openBrowser(colorScheme);
  await browser.page.setViewportSize({ width: 1280, height: 640 });
  await browser.page.goto(`${served.url}${built.consolePath}`);
  await browser.page.getByRole("tab", { name: tab }).click();
  await prepare(browser.page);
  await browser.page.screenshot({ path: join(repository, file) });
  process.stdout.write(`wrote ${file}\n`);
}
await served.close();
