import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { findChromium } from "../../scripts/setup/requirements.mjs";

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A running Chromium without a window, with a profile of its own. */
export interface Browser extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Addresses of all requests, in order. */
  readonly requests: readonly string[];
  /** Errors of scripts, and violations of the Content-Security-Policy. */
  readonly errors: readonly string[];
}

/** The size of a browser's pages, and how many pixels of the screen a pixel of a page has. */
export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/**
 * Starts the machine's Chromium.
 * @throws Error when there is none.
 */
export async function openBrowser({ width, height, scale }: Screen = { width: 1360, height: 800, scale: 1 }): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "resourceshare-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    headless: true,
    args: flags,
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: "light",
  });
  // Shorter than a test may take, so that a failure names what was waited for.
  context.setDefaultTimeout(15_000);
  const requests: string[] = [];
  const errors: string[] = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("weberror", (error) => errors.push(error.error().message));
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    requests,
    errors,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined) throw new Error("there is no Chromium: node scripts/setup.mjs --tests installs it, or says how");
  return path;
}
