import { compareNames } from "../compare-names.ts";
import { numberOf } from "../diff/counts.ts";
import { isWritePermission, riskFirst, risksOf } from "../diff/review/risks.ts";
import { defaultPermission, shareKey, type ShareName } from "../share-snapshot.ts";
import { permissionText } from "../permission-text.ts";
import { type Section, sectionOf, type ShownAccess } from "../shown-access.ts";
import { accountsText } from "./owners.ts";
import { shortList } from "./groups.ts";
import { describedName, kindOf, riskOf, type TargetRisk } from "./target-kind.ts";
import { wrapped } from "./text-columns.ts";

/** A picture of accesses: each share between what it shares and its targets. The shares with the greatest risk come first. */
export interface Picture {
  /** The title, and below an empty line what boxes and lines mean. */
  readonly head: readonly HeadLine[];
  readonly shares: readonly PictureShare[];
}

/** A line above the shares; where it explains a border or a line, with a sample of it. */
export interface HeadLine {
  readonly text: string;
  readonly sample?: TargetRisk | LineChange | "pending";
}

/** A share, or all those that are not drawn one by one, with a line to each of its boxes. */
export interface PictureShare {
  readonly id: string;
  /** Its names; one line each. */
  readonly lines: readonly string[];
  readonly resources: readonly Box[];
  readonly targets: readonly Box[];
}

/** Resources of one type, or targets of one kind, and the line that connects them with the share. */
export interface Box {
  readonly id: string;
  /** First how the accesses change, the type or kind, and a permission other than the default; then the ids. One line each. */
  readonly lines: readonly string[];
  /** The risk of the targets; a write permission counts as one. */
  readonly risk: TargetRisk | undefined;
  /** Whether no access along the line is in force yet. */
  readonly pending: boolean;
  readonly change: LineChange;
}

/** How all accesses along a line change; `mixed` when they change in different ways. */
type LineChange = Section | "mixed";

const words: Readonly<Record<Section, readonly [sign: string, word: string]>> = {
  gained: ["+", "gained"],
  lost: ["-", "lost"],
  changed: ["~", "changed"],
  gap: ["!", "interrupted"],
  "in force": ["~", "now in force"],
  "pending again": ["~", "pending again"],
  unknown: ["?", "not known yet"],
  kept: ["", "kept"],
};

/** The colours of risks and changes, as red and orange on a light and on a dark background; everything else is neutral. */
export const colours: Readonly<Partial<Record<TargetRisk | LineChange, string>>> = {
  outside: "#c0392b",
  check: "#d35400",
  gained: "#1e8e3e",
  lost: "#c0392b",
  unknown: "#b7950b",
  gap: "#d35400",
};

interface Grant {
  readonly access: ShownAccess;
  readonly share: ShownAccess["shares"][number];
}

/**
 * Builds the picture of accesses, or of their changes.
 *
 * @param title Its counts, as a sentence.
 * @param mostShares How many shares are drawn one by one; risky ones always are. The rest is drawn as one share.
 */
export function pictureOf(accesses: readonly ShownAccess[], title: string, mostShares = Infinity): Picture {
  // Of one risk, shares stand in the order of their names.
  const byName = accesses.toSorted((one, other) => compareNames(nameOfFirst(one), nameOfFirst(other)));
  const grants = riskFirst(byName).flatMap((access) => access.shares.map((share) => ({ access, share })));
  const accountOf = accountsText(accesses);
  const groups = [...Map.groupBy(grants, ({ share }) => shareKey(share)).values()];
  const isRisky = (own: readonly Grant[]) => risksOf(own.map(({ access }) => access)).length > 0;
  const single = groups.filter((own, index) => groups.length <= mostShares || index < mostShares || isRisky(own));
  const rest = groups.slice(single.length);
  const shares = single.flatMap((own, index) =>
    own.slice(0, 1).map(({ share, access }) => {
      const account = accountOf?.(access);
      return drawnShare(index, [...namesOf(share), ...(account === undefined ? [] : [`of ${account}`])], own, idLines);
    }),
  );
  if (rest.length > 0) {
    const names = rest.map(([grant]) => grant?.share.name ?? "");
    const lines = [`${numberOf(rest.length, "more share")} without a risk`, ...fewIds(names)];
    shares.push(drawnShare(shares.length, lines, rest.flat(), fewIds));
  }
  const sentences = [...title.split(/(?<=;) /), ""].map((text) => ({ text }));
  return { head: [...sentences, ...legendOf(shares, accesses)], shares };
}

type LinesOfIds = (ids: readonly string[]) => readonly string[];

function drawnShare(index: number, lines: readonly string[], grants: readonly Grant[], linesOfIds: LinesOfIds): PictureShare {
  return {
    id: `s${index}`,
    lines,
    resources: boxes(
      `r${index}`,
      grants,
      ({ access }) => ({
        id: describedName(access.resource),
        kind: access.resource.type,
        permission: access.permission,
        shown: shownPermission(access),
      }),
      ({ kind, permission, shown }, count) => ({
        title: [count === 1 ? kind : `${count} × ${kind}`, ...shown].join(", "),
        risk: isWritePermission(permission) ? "check" : undefined,
      }),
      { hasPending: false, linesOfIds },
    ),
    targets: boxes(
      `t${index}`,
      grants,
      ({ access: { target } }) => ({ ...target, id: describedName(target) }),
      (target, count) => ({ title: kindOf(target, count), risk: riskOf(target) }),
      { hasPending: true, linesOfIds },
    ),
  };
}

/** One box for all items that differ in nothing but their ids, and whose accesses change in the same way. */
function boxes<Item extends { readonly id: string }>(
  prefix: string,
  grants: readonly Grant[],
  itemOf: (grant: Grant) => Item,
  describe: (item: Item, count: number) => { readonly title: string; readonly risk: TargetRisk | undefined },
  { hasPending, linesOfIds }: { readonly hasPending: boolean; readonly linesOfIds: LinesOfIds },
): Box[] {
  const items = [...Map.groupBy(grants, (grant) => JSON.stringify(itemOf(grant))).values()].flatMap((own) => {
    const changes = [...new Set(own.map(({ access }) => (access.gap === true ? "gap" : sectionOf(access))))];
    return own.slice(0, 1).map((grant) => ({
      item: itemOf(grant),
      changes,
      pending: hasPending && own.every(({ share }) => share.pending),
    }));
  });
  const alike = Map.groupBy(items, ({ item, ...line }) => JSON.stringify([{ ...item, id: "", arn: "" }, line]));
  return [...alike.values()].flatMap((same, index) => {
    const [first] = same;
    if (first === undefined) return [];
    const { item, changes, pending } = first;
    const [only = "kept", ...others] = changes;
    const change: LineChange = others.length === 0 ? only : "mixed";
    const { title, risk: riskOfItem } = describe(item, same.length);
    const lines = [...wrapped(changeText(changes) + title, longestTitle), ...linesOfIds(same.map((one) => one.item.id))];
    // The border shows who gets access.
    const risk = change === "lost" ? undefined : riskOfItem;
    return [{ id: `${prefix}_${index}`, lines, risk, pending, change }];
  });
}

/** How accesses change, as `+ gained: ` or `± gained, interrupted: `. */
function changeText(changes: readonly Section[]): string {
  const [only = "kept", ...others] = changes;
  if (only === "kept" && others.length === 0) return "";
  const sign = others.length === 0 ? words[only][0] : "±";
  return `${sign} ${changes.map((change) => words[change][1]).join(", ")}: `;
}

/** A permission without what its type shows already; none for a default permission. */
function shownPermission(access: ShownAccess): string[] {
  const text = permissionText(access);
  return text === defaultPermission ? [] : [text];
}

const idsOfColumn = 4;
const longestLine = 34;
const longestTitle = 60;

/** Every id: a few on a line each, more of them side by side. */
function idLines(ids: readonly string[]): readonly string[] {
  return ids.length <= idsOfColumn ? ids : wrapped(ids.join(", "), longestLine);
}

/** A line of the first ids, and the number of the others. */
function fewIds(ids: readonly string[]): readonly string[] {
  return [shortList(ids, longestLine)];
}

function nameOfFirst({ shares: [share] }: ShownAccess): string {
  return share?.name ?? "";
}

function namesOf({ name, id }: ShareName): string[] {
  return id === undefined || id === name ? [name] : [name, id];
}

/** What the picture shows beside words; what it does not have is left out. */
function legendOf(shares: readonly PictureShare[], accesses: readonly ShownAccess[]): HeadLine[] {
  const boxesOfShares = shares.flatMap(({ resources, targets }) => [...resources, ...targets]);
  const samples = new Set(boxesOfShares.flatMap(({ risk, change, pending }) => [risk, change, ...(pending ? ["pending" as const] : [])]));
  const hasPermission = accesses.some((access) => shownPermission(access).length > 0);
  return [
    ...(shares.length > 0 ? [{ text: "resources on the left, targets on the right" }] : []),
    ...(hasPermission ? [{ text: "after a type: a permission other than the default" }] : []),
    ...legend.filter(({ sample }) => samples.has(sample)),
  ];
}

/** The borders and lines of pictures. Who gains and loses access also shows in the words of the boxes. */
const legend = [
  { text: "green line: gained", sample: "gained" },
  { text: "red line: lost", sample: "lost" },
  { text: "orange line: interrupted during the update", sample: "gap" },
  { text: "yellow line: not known yet", sample: "unknown" },
  { text: "dashed line: pending", sample: "pending" },
  { text: "thick red border: outside the resource directory", sample: "outside" },
  { text: "orange border: possibly outside, a whole directory, a service, or a write permission", sample: "check" },
] as const;
