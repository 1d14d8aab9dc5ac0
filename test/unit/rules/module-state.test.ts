import { expect, test } from "vitest";
import { placesOf, sources } from "./files.ts";

/** Pure memos of data that never changes. Everything else is kept by a client, a host or an instance. */
const memos = ["provider/client/errors/redact.ts", "provider/resources/association/entities.ts", "provider/wire/decode.ts"];

test("the provider keeps no state in weak maps of a module, except pure memos", () => {
  const provider = sources.filter((path) => path.startsWith("provider/"));
  const places = placesOf(/^(export )?(const|let) .*new Weak(Map|Set)/, provider);
  expect(places.map((place) => place.split(":")[0])).toEqual(memos);
});
