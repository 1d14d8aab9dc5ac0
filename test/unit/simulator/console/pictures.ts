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
type PictureRecord = Readonly<Record<string, { readonly page: string; readonly image: string }>>;

/** A picture of the console as it is today. */
export interface TakenPicture {
  /** Where documents find it, below the checkout. */
  readonly file: string;
  readonly image: Buffer;
  readonly pageDigest: string;
  readonly screen: "wide" | "narrow";
}

/** The tab of accesses, on a wide screen and on a phone, in the colours of light and of dark mode. */
const scenes = [
  { file: "docs/pictures/console-access.webp", screen: "wide", colorScheme: "light" },
  { file: "docs/pictures/console-access-dark.webp", screen: "wide", colorScheme: "dark" },
  { file: "docs/pictures/console-access-narrow.webp", screen: "narrow", colorScheme: "light" },
  { file: "docs/pictures/console-access-narrow-dark.webp", screen: "narrow", colorScheme: "dark" },
] as const;

/** What pictures are taken of, up to the end of a row, in pixels of a page, of which a screen of a high resolution shows each as more. */
export const pictureScreens = { wide: { width: 1100, height: 482 }, narrow: { width: 400, height: 747 }, scale: 1.5 };

/** Writes pictures to where documents find them, and records what they show. */
export function recordPictures(taken: readonly TakenPicture[]): void {
  for (const { file, image } of taken) writeFileSync(join(root, file), image);
  const record = Object.fromEntries(taken.map(({ file, image, pageDigest: page }) => [file, { page, image: digestOf(image) }]));
  writeFileSync(recordFile, `${JSON.stringify(record, undefined, 2)}\n`);
}

/** What was recorded of a committed picture, and the digest of its bytes. */
export function committedPicture(file: string): { readonly page: string; readonly recordedImage: string; readonly image: string } {
  // The file that `recordPictures` writes.
  const record = JSON.parse(readFileSync(recordFile, "utf8")) as PictureRecord;
  const { page = "", image: recordedImage = "" } = record[file] ?? {};
  return { page, recordedImage, image: digestOf(readFileSync(join(root, file))) };
}

function digestOf(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Takes the pictures of the console that documents show, of a service whose time stands still. */
export async function takePictures(): Promise<readonly TakenPicture[]> {
  const clock = { ...systemClock, now: () => Date.parse("2026-01-05T10:00:00Z") };
  const fixture = await openConsole({ clock, random: seededRandom(1) }, makeShares, {
    ...pictureScreens.wide,
    scale: pictureScreens.scale,
  });
  const { page } = fixture;
  const taken: TakenPicture[] = [];
  try {
    for (const { file, screen, colorScheme } of scenes) {
      await page.setViewportSize(pictureScreens[screen]);
      await page.emulateMedia({ colorScheme });
      await page.reload();
      await page.getByText("2026-01-05").first().waitFor();
      await page.getByText("7 of 7 accesses").waitFor();
      taken.push({ file, screen, ...(await takePicture(page, screen)) });
    }
  } finally {
    await fixture[Symbol.asyncDispose]();
  }
  return taken;
}

const mostAttempts = 10;

/** Takes the picture again when the page has changed meanwhile. */
async function takePicture(page: Page, screen: TakenPicture["screen"]): Promise<Pick<TakenPicture, "image" | "pageDigest">> {
  const session = await page.context().newCDPSession(page);
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const before = await pageDigest(page);
    // A third of the size of a PNG, which the package has room for.
    const clip = { x: 0, y: 0, ...pictureScreens[screen], scale: pictureScreens.scale };
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80, clip });
    if ((await pageDigest(page)) === before) return { image: Buffer.from(data, "base64"), pageDigest: before };
  }
  throw new Error("the page changes again and again, although its service stands still");
}

const style = readFileSync(join(root, "simulator/console/page/console.css"), "utf8");

/** Covers the elements and the style sheet. */
async function pageDigest(page: Page): Promise<string> {
  return digestOf(`${await page.content()}\n${style}`);
}
