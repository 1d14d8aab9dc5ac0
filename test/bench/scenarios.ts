// What is measured: what people do most, each with the terms of its floor.
import { chunks, ENTITIES_A_CALL, TAGGED_A_CALL, overWaves, pagesOf, RECORDS_A_PAGE } from "./floor.ts";
import { fewestCalls } from "./oracle.ts";
import type { Start, Workload } from "./types.ts";

const LISTS = "ListResourceShareAssociations";
const findCreateTags = { operation: "ListResourceShares", calls: 1, why: "find create tags of an earlier run" };

const many = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(16 - prefix.length, "0")}`);
const resources = (count: number, group: string = "") => many(count, `vsw-${group}`).map((id) => ({ type: "VSwitch", id }));
const targets = (count: number, group: string = "") => many(count, `5${group}`);
const three = (index: number) => String(index).padStart(3, "0");

/**
 * S1: one share with many entities.
 * @param size entities of each kind
 */
export function oneShare(size: number): Workload {
  const pages = Math.ceil(size / RECORDS_A_PAGE);
  return {
    inFlight: 1,
    shares: [],
    wanted: () => [
      {
        kind: "ResourceShare",
        name: "s1",
        inputs: { name: "s1", allowExternalTargets: true, resources: resources(size), targets: targets(size) },
      },
    ],
    steps: [
      {
        scenario: "S1",
        title: `one share, ${size} resources and ${size} targets`,
        work: "up",
        bounds: { calls: 1.2, seconds: 1.2 },
        waves: 1,
        terms: [
          findCreateTags,
          { operation: "CreateResourceShare", calls: 1, why: "share with its first 5 and 5" },
          { operation: "AssociateResourceShare", calls: Math.ceil(size / ENTITIES_A_CALL) - 1, why: "5 and 5 a call" },
          { operation: LISTS, calls: 2 * pages, why: "pages of 100 records, seen settled" },
          { operation: "UntagResources", calls: 1, why: "create tag removed" },
          { operation: "ListResourceShares", calls: 1, why: "share with its create tag, before the tag is removed" },
        ],
      },
    ],
  };
}

/**
 * S2, its refresh and its destruction: many small shares.
 * @param count shares
 * @param regions where they are, in turns
 */
export function manyShares(count: number, inFlight: number, regions: readonly string[] = ["cn-hangzhou"]): Workload {
  const shares = Array.from({ length: count }, (_, index) => ({ name: `s2-${three(index)}`, region: regions[index % regions.length] }));
  // A call is for one region.
  const overRegions = (callsOf: (size: number) => number) =>
    overWaves(shares, inFlight, (wave) =>
      [...Map.groupBy(wave, ({ region }) => region).values()].reduce((sum, { length }) => sum + callsOf(length), 0),
    );
  const pages = (recordsEach: number) => overRegions((size) => pagesOf(size, recordsEach));
  const waves = Math.ceil(count / inFlight);
  const whole = `${count} shares of 5 resources and 5 targets${regions.length > 1 ? ` in ${regions.length} regions` : ""}`;
  const where = { waves, regions: regions.length };
  return {
    inFlight,
    shares: [],
    wanted: () =>
      shares.map(({ name, region }, index) => ({
        kind: "ResourceShare",
        name,
        inputs: { name, region, allowExternalTargets: true, resources: resources(5, three(index)), targets: targets(5, three(index)) },
      })),
    steps: [
      {
        scenario: "S2",
        title: whole,
        work: "up",
        bounds: { calls: 1.2, seconds: 1.2 },
        ...where,
        terms: [
          { ...findCreateTags, calls: regions.length },
          { operation: "CreateResourceShare", calls: count, why: "shares with their 5 and 5" },
          { operation: LISTS, calls: 2 * pages(5), why: "5 shares a list, seen settled" },
          {
            operation: "UntagResources",
            calls: overRegions((size) => Math.ceil(size / TAGGED_A_CALL)),
            why: "create tags removed, 20 a call",
          },
          {
            operation: "ListResourceShares",
            calls: overRegions((size) => Math.ceil(size / RECORDS_A_PAGE)),
            why: "100 shares with a create tag a list, before the tags are removed",
          },
        ],
      },
      {
        scenario: "S4",
        title: `refresh of ${whole}`,
        work: "refresh",
        bounds: { calls: 1.2 },
        ...where,
        waves: 0,
        terms: [
          { operation: "ListResourceShares", calls: pages(1), why: "5 shares a list" },
          { operation: LISTS, calls: 2 * pages(5), why: "5 shares a list" },
        ],
      },
      {
        scenario: "S6",
        title: `destroy of ${whole}`,
        work: "destroy",
        bounds: { calls: 1.2, seconds: 1.2 },
        ...where,
        terms: [
          { operation: "DeleteResourceShare", calls: count, why: "shares" },
          { operation: "ListResourceShares", calls: pages(1), why: "5 shares a list, seen deleted" },
        ],
      },
    ],
  };
}

/**
 * S3, its refresh and its destruction: associations of one entity each, of each share resources and targets in turns.
 * @param count associations
 * @param order `interleaved`: one of each share, then the next of each
 */
export function manyAssociations(
  count: number,
  shareCount: number,
  inFlight: number,
  order: "share by share" | "interleaved" = "share by share",
): Workload {
  const each = count / shareCount;
  const nameOf = (nth: number) => `s3-${nth}`;
  const items = Array.from({ length: count }, (_, nth) => {
    const [share, place] =
      order === "interleaved" ? [nth % shareCount, Math.floor(nth / shareCount)] : [Math.floor(nth / each), nth % each];
    return { share, isTarget: place % 2 === 1, nth };
  });
  const writes = (wave: typeof items) =>
    [...Map.groupBy(wave, ({ share }) => share).values()]
      .map((writesOfShare) => Math.max(...[true, false].map((kind) => writesOfShare.filter(({ isTarget }) => isTarget === kind).length)))
      .reduce((sum, most) => sum + Math.ceil(most / ENTITIES_A_CALL), 0);
  // A list shows all records of its shares, also those of earlier waves: half of a share's associations are of each kind.
  const pages = (wave: typeof items) =>
    [true, false]
      .map((kind) => new Set(wave.filter(({ isTarget }) => isTarget === kind).map(({ share }) => share)).size)
      .reduce((sum, shares) => sum + pagesOf(shares, each / 2), 0);
  const changing = (operation: string) => ({
    terms: [
      { operation, calls: overWaves(items, inFlight, writes), why: "5 and 5 a call of what is in flight for a share" },
      { operation: LISTS, calls: overWaves(items, inFlight, pages), why: "pages of what is in flight, seen settled" },
    ],
    termsOfStarts: (starts: readonly Start[], transitionMs: number) => {
      const byName = new Map(items.map((item) => [nameOf(item.nth), item]));
      const started = starts.flatMap(({ name, at }) => {
        const item = byName.get(name);
        return item === undefined ? [] : [{ ...item, at }];
      });
      const { batches, lists } = fewestCalls(started, { transitionMs, recordsEach: each / 2 });
      return [
        { operation, calls: batches, why: "5 and 5 a call of what starts for a share within a second" },
        { operation: LISTS, calls: lists, why: "5 shares a list of what has settled within a second" },
      ];
    },
  });
  const waves = chunks(items, inFlight).length;
  const whole = `${count} associations of one entity over ${shareCount} shares${order === "interleaved" ? ", interleaved" : ""}`;
  return {
    inFlight,
    shares: Array.from({ length: shareCount }, (_, index) => {
      const name = `s3-${three(index)}`;
      return { kind: "ResourceShare", name, inputs: { name, allowExternalTargets: true } };
    }),
    wanted: (shareIds) =>
      items.map(({ share, isTarget, nth }) => {
        const entity = isTarget
          ? { targets: [`5${String(nth).padStart(15, "0")}`] }
          : { resources: [{ type: "VSwitch", id: `vsw-${String(nth).padStart(12, "0")}` }] };
        return { kind: "ShareAssociation", name: nameOf(nth), inputs: { shareId: shareIds[share], ...entity } };
      }),
    steps: [
      {
        scenario: "S3",
        title: whole,
        work: "up",
        bounds: { calls: 1.4 },
        waves,
        ...changing("AssociateResourceShare"),
      },
      {
        scenario: "S4",
        title: `refresh of ${whole}`,
        work: "refresh",
        bounds: { calls: 1.2 },
        waves: 0,
        terms: [{ operation: LISTS, calls: overWaves(items, inFlight, pages), why: "pages of what is in flight" }],
      },
      {
        scenario: "S6",
        title: `destroy of ${whole}`,
        work: "destroy",
        bounds: { calls: 1.4 },
        waves,
        ...changing("DisassociateResourceShare"),
      },
    ],
  };
}
