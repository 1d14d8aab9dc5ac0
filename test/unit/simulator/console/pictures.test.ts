import { beforeAll, expect, test } from "vitest";
import { textOf } from "../../rules/files.ts";
import { committedPicture, pictureScreens, recordPictures, type TakenPicture, takePictures } from "./pictures.ts";

let taken: readonly TakenPicture[];
beforeAll(async () => {
  taken = await takePictures();
  if (process.env["RECORD_PICTURES"]) recordPictures(taken);
}, 60_000);

test("has pictures of the simulator's console that show its present page", () => {
  for (const { file, pageDigest } of taken) {
    const { page, recordedImage, image } = committedPicture(file);
    const advice = `${file} shows another page: run npm run build, then npm run screenshots, and commit what it writes`;
    expect({ page, image }, advice).toEqual({ page: pageDigest, image: recordedImage });
  }
});

test("has a screenshot of the simulator's console for each picture that a document shows", () => {
  const shown = ["README.md", "docs/simulator.md"].flatMap((path) =>
    Array.from(textOf(path).matchAll(/[("](?:docs\/)?(pictures\/console[^)"]*)[)"]/g), ([, picture = ""]) => `docs/${picture}`),
  );
  expect([...new Set(shown)].toSorted()).toEqual(taken.map(({ file }) => file).toSorted());
  // A WebP picture has its width, less one, in three bytes.
  expect(taken.map(({ image }) => image.readUIntLE(24, 3) + 1)).toEqual(
    taken.map(({ screen }) => pictureScreens[screen].width * pictureScreens.scale),
  );
});
