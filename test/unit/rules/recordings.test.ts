import { expect, test } from "vitest";
import { paths, textOf } from "./files.ts";

test("records no path of the machine that has recorded a stack", () => {
  const recordings = paths.filter((path) => /^test\/engine\/upgrade\/.*\.json$/.test(path));
  expect(recordings.length).toBeGreaterThan(0);
  expect(recordings.filter((path) => /node_modules|sourcePosition/.test(textOf(path)))).toEqual([]);
});
