import * as fc from "fast-check";
import { isRecord } from "../../../provider/kernel/json.ts";

/** The engine's placeholders for unknown values. */
const unknownTexts = [
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];
const signature = "4dabf18193072939515e22adb298388d";
const envelope = (sign: string, value: unknown) => ({ [signature]: sign, value });

/** A list inside a list inside a list. */
export function nested(depth: number): unknown {
  let value: unknown = "x";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { property: value };
  return value;
}

function sparse(): unknown[] {
  const list: unknown[] = ["a"];
  list[4] = "b";
  return list;
}

/** An object with own members under inherited names. */
const inherited: unknown = JSON.parse('{"__proto__":{"id":"x"},"constructor":1,"toString":"x","hasOwnProperty":null,"length":-1}');

/** Texts of any kind. */
export const texts = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 12, unit: "binary" }) },
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...[
        "",
        " ",
        "\u0000",
        "\u001B[2J\u001B]0;x\u0007",
        "\u202Egpj",
        "\uD800",
        "\uFEFF",
        "a\r\nb",
        "__proto__",
        "constructor",
        "toString",
        "NaN",
      ],
      ...[
        "rs-000001",
        "rs-000001/x",
        "acs:ecs:cn-hangzhou:1:vswitch/",
        "acs:::::/x",
        "1'; --",
        "${x}",
        "%00",
        "../..",
        "http://x",
        "acs:",
        "*",
      ],
      ...unknownTexts,
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom("é".repeat(1_000), "é".repeat(20_000)) },
);

const scalars = fc.constantFrom<unknown>(null, undefined, true, false, 0, -0, 1, -1, 2 ** 53, 1e308, Number.NaN, Infinity, -Infinity, 0.1);

const unusualValues = fc.constantFrom<unknown>(
  ...[[], {}, [[]], [{}], [null], [undefined], sparse(), inherited, Object.create(null), nested(60), nested(5_000), nested(50_000)],
  ...[envelope("1b47061264138c4ac30d75fd1eb44270", "s"), envelope("c44067f5952c0a294b673a41bacd8c17", null), { [signature]: 1 }],
  Array.from({ length: 500 }, (_, index) => `x${index % 7}`),
);

/** Values of any kind, including values that often break programs. */
export const arbitraryValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 3, arbitrary: scalars },
  { weight: 2, arbitrary: unusualValues },
  { weight: 1, arbitrary: fc.anything({ maxDepth: 2, maxKeys: 4, withSparseArray: true, withNullPrototype: true }) },
);

/** Random values that JSON can represent. */
export const arbitraryJsonValue = fc.oneof(
  texts,
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, [], {}, [null], inherited, nested(60), nested(2_000)),
  fc.jsonValue(),
);

/** Names of properties: known, misspelt and random ones. */
export function names(known: readonly string[]): fc.Arbitrary<string> {
  const near = fc
    .constantFrom(...known)
    .chain((name) => fc.constantFrom(name.slice(1), `${name}s`, name.toUpperCase(), `__${name}`, ` ${name}`));
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, near, texts);
}

/** An object of random properties. */
export function propertyBags(known: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  return fc.array(fc.tuple(names(known), arbitraryValue), { maxLength: 6 }).map((entries) => Object.fromEntries<unknown>(entries));
}

/** A corrupt value: one to three places replaced, removed, repeated or added. */
export function mutated<T>(value: T, filling: fc.Arbitrary<unknown> = arbitraryValue): fc.Arbitrary<T> {
  const change = fc.tuple(fc.nat(), fc.constantFrom("replace", "remove", "repeat", "add", "wrap"), filling, texts);
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce((before, [pathIndex, how, inner, name]) => {
      const paths = pathsOf(before);
      return changedAt(before, paths[pathIndex % paths.length] ?? [], how, inner, name);
    }, value),
  );
}

type Path = readonly (string | number)[];

/** The places in a value, to the depth of the schemas. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  if (path.length > 8) return [path];
  const inner = Array.isArray(value) ? [...value.slice(0, 20).entries()] : isRecord(value) ? Object.entries(value) : [];
  return [path, ...inner.flatMap(([step, item]: [string | number, unknown]) => pathsOf(item, [...path, step]))];
}

function changedAt<T>(value: T, [step, ...rest]: Path, how: string, inner: unknown, name: string): T;
function changedAt(value: unknown, [step, ...rest]: Path, how: string, inner: unknown, name: string): unknown {
  if (step === undefined) {
    if (how === "wrap") return [value];
    if (how === "repeat" && Array.isArray(value)) return value.concat(value) as unknown;
    if (how === "add" && isRecord(value)) return Object.fromEntries<unknown>([...Object.entries(value), [name, inner]]);
    if (how === "add" && Array.isArray(value)) return value.concat([inner]) as unknown;
    return how === "remove" ? undefined : inner;
  }
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === step ? changedAt(item, rest, how, inner, name) : item));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === step ? changedAt(item, rest, how, inner, name) : item]),
  );
}
