import { expect, test } from "vitest";
import { sources, textOf } from "./files.ts";

const MOST_LINES = 300;

test("no source file is longer than 300 lines", () => {
  const long = sources.map((path) => ({ path, lines: textOf(path).split("\n").length - 1 })).filter(({ lines }) => lines > MOST_LINES);
  expect(long).toEqual([]);
});
