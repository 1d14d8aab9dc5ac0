// What is measured: what people do most, each with the calls of its floor.
import type { Kind } from "../support/harness.ts";
import { chunks } from "../../provider/kernel/ids.ts";

/** What one call takes at most. */
const ENTITIES_A_CALL = 5;
const SHARES_A_PAGE = 5;
const RECORDS_A_PAGE = 100;
const TAGGED_A_CALL = 20;

/** A resource that a program wants. */
export interface DesiredResource {
  readonly kind: Kind;
  readonly name: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** One measurement: a command on the resources of its scenario. */
export interface Step {
  readonly scenario: string;
  readonly command: "up" | "refresh" | "destroy";
  /** What a figure may be at most, as a multiple of its floor; absent where it is only reported. */
  readonly atMost: { readonly calls?: number; readonly seconds?: number };
  /** The fewest calls of each operation, when what is in flight together starts at once. */
  readonly floor: Readonly<Record<string, number>>;
  /** How often everything that is in flight together has to wait for a transition. */
  readonly waves: number;
  /** Over how many regions the calls go, evenly; one when absent. */
  readonly regions?: number;
}

/** Commands that follow each other on one service. */
export interface Workload {
  readonly title: string;
  readonly inFlight: number;
  /** The names of the shares that exist before anything is measured. */
  readonly shares: readonly string[];
  /** What the program wants, given the ids of those shares. */
  wanted(shareIds: readonly string[]): DesiredResource[];
  readonly steps: readonly Step[];
}

const digits = (nth: number, length: number) => String(nth).padStart(length, "0");
const resources = (count: number, group: string = "") =>
  Array.from({ length: count }, (_, nth) => ({ type: "VSwitch", id: `vsw-${group}${digits(nth, 12 - group.length)}` }));
const targets = (count: number, group: string = "") =>
  Array.from({ length: count }, (_, nth) => `5${group}${digits(nth, 15 - group.length)}`);

/**
 * S1: one share with many entities.
 * @param size entities of each kind
 */
export function oneShare(size: number): Workload {
  const inputs = { name: "s1", allowExternalTargets: true, resources: resources(size), targets: targets(size) };
  return {
    title: `one share, ${size} resources and ${size} targets`,
    inFlight: 1,
    shares: [],
    wanted: () => [{ kind: "ResourceShare", name: "s1", inputs }],
    steps: [
      {
        scenario: "S1",
        command: "up",
        atMost: { calls: 1.2, seconds: 1.2 },
        waves: 1,
        floor: {
          // To find create tags of an earlier run, and the share's own before it is removed.
          ListResourceShares: 1 + 1,
          CreateResourceShare: 1,
          // The first five of each kind come with the creation.
          AssociateResourceShare: Math.ceil(size / ENTITIES_A_CALL) - 1,
          ListResourceShareAssociations: 2 * Math.ceil(size / RECORDS_A_PAGE),
          UntagResources: 1,
        },
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
  const shares = Array.from({ length: count }, (_, index) => ({ name: `s2-${digits(index, 3)}`, region: regions[index % regions.length] }));
  // A call is for one region.
  const overRegions = (callsOf: (size: number) => number) =>
    overWaves(shares, inFlight, (wave) =>
      [...Map.groupBy(wave, ({ region }) => region).values()].reduce((sum, { length }) => sum + callsOf(length), 0),
    );
  const pages = (recordsEach: number) => overRegions((size) => pagesOf(size, recordsEach));
  const [waves, where] = [Math.ceil(count / inFlight), { regions: regions.length }];
  return {
    title: `${count} shares of 5 resources and 5 targets${regions.length > 1 ? ` in ${regions.length} regions` : ""}`,
    inFlight,
    shares: [],
    wanted: () =>
      shares.map(({ name, region }, index) => {
        const entities = { resources: resources(5, digits(index, 3)), targets: targets(5, digits(index, 3)) };
        return { kind: "ResourceShare", name, inputs: { name, region, allowExternalTargets: true, ...entities } };
      }),
    steps: [
      {
        scenario: "S2",
        command: "up",
        atMost: { calls: 1.2, seconds: 1.2 },
        waves,
        ...where,
        floor: {
          // To find create tags of an earlier run, and those of the new shares before they are removed.
          ListResourceShares: regions.length + overRegions((size) => Math.ceil(size / RECORDS_A_PAGE)),
          CreateResourceShare: count,
          ListResourceShareAssociations: 2 * pages(5),
          UntagResources: overRegions((size) => Math.ceil(size / TAGGED_A_CALL)),
        },
      },
      {
        scenario: "S4",
        command: "refresh",
        atMost: { calls: 1.2 },
        waves: 0,
        ...where,
        floor: { ListResourceShares: pages(1), ListResourceShareAssociations: 2 * pages(5) },
      },
      {
        scenario: "S6",
        command: "destroy",
        atMost: { calls: 1.2, seconds: 1.2 },
        waves,
        ...where,
        floor: { DeleteResourceShare: count, ListResourceShares: pages(1) },
      },
    ],
  };
}

/**
 * S3, its refresh and its destruction: associations of one entity each, of each share resources and targets in turns.
 * @param count associations
 */
export function manyAssociations(count: number, shareCount: number, inFlight: number): Workload {
  const each = count / shareCount;
  const items = Array.from({ length: count }, (_, nth) => ({ nth, share: Math.floor(nth / each), isTarget: nth % 2 === 1 }));
  const writes = overWaves(items, inFlight, (wave) =>
    [...Map.groupBy(wave, ({ share }) => share).values()]
      .map((ofShare) => Math.max(...[true, false].map((kind) => ofShare.filter(({ isTarget }) => isTarget === kind).length)))
      .reduce((sum, most) => sum + Math.ceil(most / ENTITIES_A_CALL), 0),
  );
  // A list shows all records of its shares, also those of earlier waves: half of a share's associations are of each kind.
  const lists = overWaves(items, inFlight, (wave) =>
    [true, false]
      .map((kind) => new Set(wave.filter(({ isTarget }) => isTarget === kind).map(({ share }) => share)).size)
      .reduce((sum, shares) => sum + pagesOf(shares, each / 2), 0),
  );
  const waves = Math.ceil(count / inFlight);
  return {
    title: `${count} associations of one entity over ${shareCount} shares`,
    inFlight,
    shares: Array.from({ length: shareCount }, (_, index) => `s3-${digits(index, 3)}`),
    wanted: (shareIds) =>
      items.map(({ share, isTarget, nth }) => {
        const entity = isTarget ? { targets: [`5${digits(nth, 15)}`] } : { resources: [{ type: "VSwitch", id: `vsw-${digits(nth, 12)}` }] };
        return { kind: "ShareAssociation", name: `s3-${nth}`, inputs: { shareId: shareIds[share], ...entity } };
      }),
    steps: [
      {
        scenario: "S3",
        command: "up",
        atMost: { calls: 1.4 },
        waves,
        floor: { AssociateResourceShare: writes, ListResourceShareAssociations: lists },
      },
      { scenario: "S4", command: "refresh", atMost: { calls: 1.2 }, waves: 0, floor: { ListResourceShareAssociations: lists } },
      {
        scenario: "S6",
        command: "destroy",
        atMost: { calls: 1.4 },
        waves,
        floor: { DisassociateResourceShare: writes, ListResourceShareAssociations: lists },
      },
    ],
  };
}

/** How many pages show these shares: five shares to a list, a hundred records to a page of it. */
function pagesOf(shares: number, recordsEach: number) {
  const lists = chunks(Array.from({ length: shares }), SHARES_A_PAGE);
  return lists.reduce((sum, { length }) => sum + Math.ceil((length * recordsEach) / RECORDS_A_PAGE), 0);
}

/** What is in flight together, one after the other: as many as the engine lets. */
function overWaves<T>(items: readonly T[], inFlight: number, callsOf: (wave: T[]) => number) {
  return chunks(items, inFlight).reduce((sum, wave) => sum + callsOf(wave), 0);
}
