import { expect, it } from "vitest";
import * as rs from "../../../sdk/index.ts";
import { resources } from "../../../provider/resources/index.ts";
import { textOf } from "../rules/files.ts";

it.each(resources.map(({ token }) => token))("names the class of %s in the documents as the package exports it", (token) => {
  const page = `docs/resources/${token.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}.md`;
  const [line = ""] = textOf(page).match(/^- TypeScript: .*$/m) ?? [];
  const paths = Array.from(line.matchAll(/`rs\.([\w.]+)`/g), ([, path = ""]) => path);
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    const found = path.split(".").reduce<unknown>((value, name) => Reflect.get(Object(value), name), rs);
    expect(found, path).toBe(Reflect.get(rs, token));
  }
});
