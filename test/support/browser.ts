import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];
/** Where the installer of macOS puts a browser, outside the PATH. */
const applications = ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
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

/**
 * Starts the machine's Chromium.
 * @throws Error that names the package to install when there is none.
 */
export async function openBrowser(colorScheme: "light" | "dark" = "light"): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), "resourceshare-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath(),
    headless: true,
    args: flags,
    viewport: { width: 1360, height: 800 },
    colorScheme,
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
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const path = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...applications].find(isExecutable);
  if (path === undefined) {
    throw new Error("there is no Chromium: on Debian, apt-get install -y chromium; on macOS, install Google Chrome in /Applications");
  }
  return path;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
