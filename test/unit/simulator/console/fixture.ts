import { afterAll } from "vitest";
import { consolePages, consolePath } from "../../../../simulator/console/console-pages.ts";
import { createSimulator, serve, type Served, type Simulator, type SimulatorOptions } from "../../../../simulator/index.ts";
import { type Browser, openBrowser, type Screen } from "../../../support/browser.ts";
import { makeShares } from "./scenario.ts";

/** A simulated service with its console, and a browser that shows the console. */
interface ConsoleFixture extends AsyncDisposable {
  readonly simulator: Simulator;
  readonly served: Served;
  readonly browser: Browser;
  readonly page: Browser["page"];
  /** Opens a tab of the console. */
  open(tab: string): Promise<void>;
}

/** Serves a simulated service with its console, and opens it in a browser. */
export async function openConsole(
  options: SimulatorOptions,
  prepare: (simulator: Simulator) => void,
  screen?: Screen,
): Promise<ConsoleFixture> {
  const simulator = createSimulator({ limits: false, ...options });
  prepare(simulator);
  const served = await serve(simulator, { pages: consolePages(simulator) });
  const browser = await openBrowser(screen);
  const { page } = browser;
  await page.goto(`${served.url}${consolePath}`);
  return {
    simulator,
    served,
    browser,
    page,
    open: async (tab) => {
      await page.getByRole("navigation").getByRole("link", { name: tab }).click();
      await page.locator("nav a[aria-current=page]", { hasText: tab }).waitFor();
    },
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]();
      await served.close();
    },
  };
}

/** Opens the console that the tests of a file use one after another, and closes it after the last one. */
export async function openConsoleOfFile(): Promise<ConsoleFixture> {
  const console = await openConsole({}, makeShares);
  afterAll(() => console[Symbol.asyncDispose]());
  return console;
}
