import { singleLine } from "../../provider/kernel/printable.ts";
import type { ShownAccess } from "../shown-access.ts";
import { type Box, type LegendItem, pictureOf, type PictureShare } from "./picture.ts";
import { widthOf, wrapped } from "./text-columns.ts";

/** Lengths in pixels. Characters of a monospaced font are 0.6 as wide as high. */
const character = 7.3;
const lineHeight = 16;
const padding = 8;
const space = { boxes: 10, shares: 20, margin: 12, line: 28, sample: 30 };
/** The least width of a share's column: narrow enough for a phone; only long names widen it. */
const leastWidth = 48 * character;

/**
 * The accesses, or their changes, as an SVG image. It follows the dark mode of what shows it.
 * Shares stand in as many columns as the width has room for, in their order: down the first column, then down the next.
 *
 * @param title Their counts, as a sentence.
 * @param room The width that has room, in pixels: by default, that of the text on a page of GitHub.
 */
export function toSvg(accesses: readonly ShownAccess[], title: string, room = 830): string {
  const { shares, legend } = pictureOf(accesses);
  const resources = boxWidth(shares.flatMap((one) => linesOf(one.resources)));
  const targets = boxWidth(shares.flatMap((one) => linesOf(one.targets)));
  const inner = Math.max(
    leastWidth,
    resources + space.line + targets,
    boxWidth(shares.flatMap((share) => headsOf(share).flatMap(({ lines }) => lines))),
  );
  const columnsFrom = (x: number) => ({
    share: { x, width: inner },
    resource: { x, width: resources },
    target: { x: x + inner - targets, width: targets },
  });
  const step = inner + space.shares;
  const fitting = Math.floor((room - 2 * space.margin + space.shares) / step);
  const count = Math.max(1, Math.min(fitting, shares.filter(({ isContinued }) => !isContinued).length));
  const width = count * step - space.shares + 2 * space.margin;
  const titleLines = wrapped(title, Math.floor((width - 2 * space.margin) / character));
  const drawnTitle = titleLines.map((text, index) => textAt(text, space.margin, space.margin + (index + 0.7) * lineHeight));
  const { drawn: drawnLegend, end } = drawLegend(legend, space.margin + titleLines.length * lineHeight + space.boxes, width);
  const whole = shares.reduce((sum, share) => sum + spaceOf(share), 0);
  let [column, top, height, placed] = [0, end, end, 0];
  const drawn = shares.map((one) => {
    // The next column begins where the columns so far have their part of the whole.
    if (!one.isContinued && placed + spaceOf(one) / 2 >= ((column + 1) * whole) / count) [column, top] = [column + 1, end];
    placed += spaceOf(one);
    top += spaceOf(one);
    height = Math.max(height, top);
    return drawShare(one, columnsFrom(space.margin + column * step), top - heightOfShare(one) - space.shares);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}">`,
    `<title>${escaped(title)}</title>`,
    style,
    ...drawnTitle,
    ...drawnLegend,
    ...drawn,
    "</svg>",
  ].join("\n");
}

/** The items of the legend beside each other, in as many lines as they need. */
function drawLegend(
  legend: readonly LegendItem[],
  top: number,
  width: number,
): { readonly drawn: readonly string[]; readonly end: number } {
  let [x, y] = [space.margin, top];
  const drawn = legend.map(({ sample, meaning }) => {
    const length = space.sample + widthOf(meaning) * character;
    if (x > space.margin && x + length > width) [x, y] = [space.margin, y + lineHeight];
    const left = x;
    x += length + space.boxes * 2;
    return drawSample(sample, { x: left, width: space.sample - padding }, y) + textAt(meaning, left + space.sample, y + 0.7 * lineHeight);
  });
  return { drawn, end: y + (legend.length > 0 ? lineHeight + space.boxes : 0) };
}

/** The border or the line that an item of the legend explains. */
function drawSample(sample: LegendItem["sample"], column: Column, top: number): string {
  const middle = top + lineHeight / 2;
  if (sample === "outside" || sample === "check") return rectangle(`target ${sample}`, column, middle, lineHeight - 6);
  return `<path class="line ${sample}" d="M${round(column.x)} ${middle}h${column.width}"/>`;
}

interface Head {
  readonly kind: string;
  readonly lines: readonly string[];
}

interface Column {
  readonly x: number;
  readonly width: number;
}

/** A share, or its next part, and below it what it connects: one vertical line from the share, to which each box is joined. */
function drawShare(share: PictureShare, columns: Readonly<Record<"resource" | "share" | "target", Column>>, top: number): string {
  const { resources, targets } = share;
  const heads = headsOf(share);
  const bottom = top + heightOfStack(heads);
  const right = columns.resource.x + columns.resource.width;
  const middle = (right + columns.target.x) / 2;
  const [onLeft, onRight] = [stacked(resources, bottom + space.boxes), stacked(targets, bottom + space.boxes)];
  const end = Math.max(...[...onLeft, ...onRight].map(({ y }) => y));
  return [
    ...stacked(heads, top).map(({ box, y }) => drawRectangle(box.lines, box.kind, columns.share, y)),
    `<path class="line" d="M${round(middle)} ${round(bottom)}V${round(end)}"/>`,
    ...onLeft.map(({ box, y }) => drawBox(box, "resource", columns.resource, y) + drawLine(box, right, middle, y)),
    ...onRight.map(({ box, y }) => drawBox(box, "target", columns.target, y) + drawLine(box, middle, columns.target.x, y)),
  ].join("\n");
}

/** Boxes below each other, with the middle of each. */
function stacked<Item extends Pick<Box, "lines">>(boxes: readonly Item[], top: number): { readonly box: Item; readonly y: number }[] {
  let next = top;
  return boxes.map((box) => {
    const height = boxHeight(box.lines);
    const y = next + height / 2;
    next += height + space.boxes;
    return { box, y };
  });
}

function drawBox({ lines, titles, risk, pending }: Box, kind: "resource" | "target", column: Column, middle: number): string {
  const classes = [kind, risk, pending && "pending"].filter(Boolean);
  return drawRectangle(lines, classes.join(" "), column, middle, titles);
}

function drawRectangle(lines: readonly string[], kind: string, column: Column, middle: number, titles = 1): string {
  const top = middle - boxHeight(lines) / 2 + padding;
  const texts = lines.map((line, index) =>
    textAt(line, column.x + padding + 4, top + (index + 0.75) * lineHeight, index < titles ? ' class="name"' : ""),
  );
  return [rectangle(kind, column, middle, boxHeight(lines)), ...texts].join("");
}

function rectangle(kind: string, { x, width }: Column, middle: number, height: number): string {
  return `<rect class="${kind}" x="${round(x)}" y="${round(middle - height / 2)}" width="${round(width)}" height="${round(height)}" rx="5"/>`;
}

function drawLine({ pending, change }: Box, from: number, to: number, y: number): string {
  return `<path class="line ${change.replace(" ", "-")}${pending ? " pending" : ""}" d="M${round(from)} ${round(y)}H${round(to)}"/>`;
}

function textAt(line: string, x: number, y: number, attributes = ""): string {
  return `<text x="${round(x)}" y="${round(y)}"${attributes}>${escaped(line)}</text>`;
}

/** The boxes above what a share connects: its names, once, then which part it is. */
function headsOf({ lines, part, isContinued }: PictureShare): readonly Head[] {
  return [...(isContinued ? [] : [{ kind: "share", lines }]), ...(part === undefined ? [] : [{ kind: "part", lines: [part] }])];
}

function heightOfShare(share: PictureShare): number {
  return heightOfStack(headsOf(share)) + space.boxes + Math.max(heightOfStack(share.resources), heightOfStack(share.targets));
}

/** The height that a share, or its next part, takes in its column. */
function spaceOf(share: PictureShare): number {
  return heightOfShare(share) + (share.isContinued ? space.boxes : space.shares);
}

function heightOfStack(boxes: readonly Pick<Box, "lines">[]): number {
  return boxes.reduce((sum, { lines }) => sum + boxHeight(lines) + space.boxes, -space.boxes);
}

function boxHeight(lines: readonly string[]): number {
  return lines.length * lineHeight + 2 * padding;
}

function linesOf(boxes: readonly Box[]): readonly string[] {
  return boxes.flatMap(({ lines }) => lines);
}

function boxWidth(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => widthOf(singleLine(line)))) * character + 2 * (padding + 4);
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

function escaped(line: string): string {
  return singleLine(line).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A colour on a light and on a dark background; programs that do not know `light-dark` take the first. */
function colour(property: string, light: string, dark: string): string {
  return `${property}:${light};${property}:light-dark(${light},${dark})`;
}

const style = `<style>
:root{color-scheme:light dark;${colour("background", "#ffffff", "#161b22")};font:12px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace}
text{${colour("fill", "#1f2328", "#e6edf3")}}
.name{font-weight:bold}
.part{fill:none}
.part+.name{font-weight:normal}
rect{${colour("fill", "#f4f4f4", "#21262d")};${colour("stroke", "#8b949e", "#6e7681")}}
.resource{${colour("fill", "#eef3fb", "#182338")}}
.target{${colour("fill", "#f5f0fc", "#241b36")}}
.outside{${colour("fill", "#fdecea", "#3d1a1a")};${colour("stroke", "#c0392b", "#ff8f87")};stroke-width:4}
.check{${colour("fill", "#fef5e7", "#33260f")};${colour("stroke", "#b35900", "#e3b341")};stroke-width:2}
.line{fill:none;${colour("stroke", "#57606a", "#9aa4af")}}
.pending{stroke-dasharray:4 4}
.gained{${colour("stroke", "#116329", "#56d364")};stroke-width:2}
.lost{${colour("stroke", "#b1201a", "#ff8f87")};stroke-width:2}
.gap{${colour("stroke", "#b35900", "#ffa657")};stroke-width:2}
.changed{${colour("stroke", "#0969da", "#58a6ff")};stroke-width:2}
.unknown{${colour("stroke", "#8a7400", "#d7d35a")};stroke-width:2;stroke-dasharray:2 3}
</style>`;
