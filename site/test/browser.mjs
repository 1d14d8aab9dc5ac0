import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** Without a sandbox, because containers have none; the pages are those of this repository. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts the machine's Chromium without a window, with a new profile. */
export function openBrowser() {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const executablePath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(existsSync);
  if (executablePath === undefined) throw new Error("there is no Chromium on the PATH: on Debian, apt-get install -y chromium");
  return chromium.launch({ executablePath, args: FLAGS, headless: true });
}
