import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { systemClock } from "../../../../provider/kernel/clock.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import { root } from "../../rules/files.ts";
import { openConsole } from "./fixture.ts";
import { makeShares } from "./scenario.ts";

const recordFile = join(import.meta.dirname, "pictures.json");

/** By the path of each picture, the digests of the page that it shows and of its own bytes. */
type PictureRecord = Readonly<Record<string, { readonly page: string; readonly png: string }>>;

/** A picture of the console as it is today. */
export interface TakenPicture {
  /** Where documents find it, below the checkout. */
  readonly file: string;
  readonly png: Buffer;
  readonly pageDigest: string;
}

/** The tab of accesses in the colours of light and of dark mode. */
const scenes = [
  { file: "docs/pictures/console-access.png", colorScheme: "light" },
  { file: "docs/pictures/console-access-dark.png", colorScheme: "dark" },
] as const;

/** What pictures are taken of: pages of this width, as a screen of a high resolution shows them. */
export const pictureScreen = { width: 1100, height: 400, scale: 1.5 };

/** Writes pictures to where documents find them, and records what they show. */
export function recordPictures(taken: readonly TakenPicture[]): void {
  for (const { file, png } of taken) writeFileSync(join(root, file), png);
  const record = Object.fromEntries(taken.map(({ file, png, pageDigest: page }) => [file, { page, png: digestOf(png) }]));
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** What was recorded of a committed picture, and the digest of its bytes. */
export function committedPicture(file: string): { readonly page: string; readonly recordedPng: string; readonly png: string } {
  // The file that `recordPictures` writes.
  const record = JSON.parse(readFileSync(recordFile, "utf8")) as PictureRecord;
  const { page = "", png: recordedPng = "" } = record[file] ?? {};
  return { page, recordedPng, png: digestOf(readFileSync(join(root, file))) };
}

function digestOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Takes the pictures of the console that documents show, of a service whose time stands still. */
export async function takePictures(): Promise<readonly TakenPicture[]> {
  const clock = { ...systemClock, now: () => Date.parse("2026-01-05T10:00:00Z") };
  const fixture = await openConsole({ clock, random: seededRandom(1) }, makeShares, pictureScreen);
  const { page } = fixture;
  const taken: TakenPicture[] = [];
  try {
    for (const { file, colorScheme } of scenes) {
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByText("2026-01-05").first().waitFor();
      await page.getByText("7 of 7 accesses").waitFor();
      taken.push({ file, ...(await takePicture(page)) });
    }
  } finally {
    await fixture[Symbol.asyncDispose]();
  }
  return taken;
}

const mostAttempts = 10;

/** Takes the picture again when the page has changed meanwhile. */
async function takePicture(page: Page): Promise<Pick<TakenPicture, "png" | "pageDigest">> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = await pageDigest(page);
    const png = await page.screenshot({ fullPage: true });
    if ((await pageDigest(page)) === before) return { png, pageDigest: before };
  }
  throw new Error("the page changes again and again, although its service stands still");
}

const style = readFileSync(join(root, "simulator/console/page/console.css"), "utf8");

/** Covers the elements and the style sheet. */
async function pageDigest(page: Page): Promise<string> {
  return digestOf(`${await page.content()}\n${style}`);
}
