import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startTrace } from "./engine-trace.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const parent = temporaryFolder(afterAll);

it("reads the starts of the process that was started last", () => {
  const { env, read } = startTrace(parent);
  const record = (name: string, requests: readonly string[]) => {
    writeFileSync(join(env.BENCH_TRACE, `${name}.requests`), requests.map((line) => `${line}\n`).join(""));
    writeFileSync(join(env.BENCH_TRACE, `${name}.usage`), JSON.stringify({ cpuSeconds: Number(name) }));
  };
  record("1", ["11 Create"]);
  record("2", ["30 Create a", "40 Create b", "80 Create c", "130 Create d"]);
  const starts = [
    { name: "a", at: 30 },
    { name: "b", at: 40 },
    { name: "c", at: 80 },
    { name: "d", at: 130 },
  ];
  expect(read("up")).toEqual({ starts, cpuSeconds: 2 });
  expect(() => read("destroy")).toThrow("no provider process has received Delete");
});
