import { expect, test } from "vitest";
import { type Box, pictureOf } from "../../../../access/format/picture.ts";
import { targetOf } from "../../../../access/share-snapshot.ts";
import { accessesOf, changesOf } from "../builders.ts";
import { changesOfAllKinds, changesOfPermission } from "../sample.ts";

const share = (number: number, resources: number, targets: readonly string[], permission?: string) => ({
  share: { name: `team-${number}`, id: `rs-${number}` },
  resources: Array.from({ length: resources }, (_, index) => `vsw-${number}-${index}`),
  targets: targets.map((id) => targetOf(id, id.startsWith("2"))),
  pending: targets.filter((id) => id.startsWith("2")),
  ...(permission !== undefined && { permissions: { VSwitch: permission } }),
});
const pictureOfShares = (...shares: readonly ReturnType<typeof share>[]) => pictureOf(accessesOf(...shares));
const accounts = Array.from({ length: 12 }, (_, index) => `10${index + 10}`);

test("draws 360 accesses through one share in the picture as three boxes that name every id", () => {
  const { shares } = pictureOfShares(share(1, 30, accounts));
  const [only] = shares;
  expect(shares.map(({ lines }) => lines)).toEqual([["team-1", "rs-1"]]);
  expect(only?.targets.map(({ lines }) => lines)).toEqual([
    ["12 accounts", "1010, 1011, 1012,", "1013, 1014, 1015,", "1016, 1017, 1018,", "1019, 1020, 1021"],
  ]);
  const [first, ...lines] = only?.resources[0]?.lines ?? [];
  expect([first, lines.join(" ").split(", ").length]).toEqual(["30 × VSwitch", 30]);
});

test("highlights a target with write permission in the picture, and the resources that it may write to", () => {
  const risksOfBoxes = (permission?: string) =>
    pictureOfShares(share(1, 1, ["101"], permission)).shares.flatMap(({ resources, targets }) =>
      [...resources, ...targets].map(({ risk }) => risk),
    );
  expect(risksOfBoxes("AliyunRSPermissionVSwitchReadWrite")).toEqual(["check", "check"]);
  expect(risksOfBoxes("AliyunRSPermissionVSwitchReadOnly")).toEqual([undefined, undefined]);
});

const changesIn = (changes: typeof changesOfAllKinds) => {
  const { shares, legend } = pictureOf(changes);
  const linesOf = (boxes: readonly Box[]) => boxes.map(({ lines }) => lines.join(" "));
  return {
    resources: shares.flatMap((share) => linesOf(share.resources)),
    targets: shares.flatMap((share) => linesOf(share.targets)),
    legend: legend.map(({ sample }) => sample),
  };
};

test("says in the picture that a target can write, and not where it loses that", () => {
  const titlesOf = (change: "gained" | "lost") =>
    pictureOf(changesOf(change, { permissions: { VSwitch: "AliyunRSPermissionVSwitchReadWrite" }, targets: ["fd-1"] })).shares.flatMap(
      ({ targets }) => targets.map(({ lines }) => lines),
    );
  expect(titlesOf("gained")).toEqual([["+ gained", "folder", "can write", "fd-1"]]);
  expect(titlesOf("lost")).toEqual([["− lost", "folder", "fd-1"]]);
});

test("draws each way in which a target's access changes as its own box in the picture, with the change as its first line", () => {
  const [, interrupted = expect.unreachable(), lost = expect.unreachable()] = changesOfAllKinds;
  const { target } = interrupted;
  expect(changesIn([interrupted, { ...lost, target, resource: { type: "Image", id: "m-1" } }]).targets).toEqual([
    "! interrupted folder fd-2",
    "− lost folder fd-2",
    "− lost folder fd-2",
  ]);
  expect(changesIn(changesOfPermission)).toMatchObject({
    resources: ["VSwitch, ReadOnly → ReadWrite vsw-1", "VSwitch, ReadWrite → ReadOnly vsw-2"],
    targets: ["~ changed folder can write fd-1"],
  });
});

test("draws the accesses through a share in parts, in each of which every target gains or loses every resource", () => {
  const changes = [
    ...changesOf("gained", { resources: ["vsw-1", "vsw-2"], targets: ["rd-1"] }),
    ...changesOf("gained", { resources: ["vsw-2"], targets: ["fd-2"] }),
    ...changesOf("lost", { resources: ["vsw-1"], targets: ["fd-1"] }),
  ];
  const textOf = (boxes: readonly Box[]) => boxes.map(({ lines }) => lines.join(" ")).join(", ");
  expect(pictureOf(changes).shares.map(({ part }) => part)).toEqual([1, 2, 3].map((part) => `network, part ${part} of 3`));
  expect(pictureOf(changes).shares.map(({ resources, targets }) => `${textOf(resources)} | ${textOf(targets)}`)).toEqual([
    "VSwitch vsw-1 | + gained directory rd-1",
    "VSwitch vsw-2 | + gained directory rd-1, + gained folder fd-2",
    "VSwitch vsw-1 | − lost folder fd-1",
  ]);
});

test("explains each line and border of the picture in its legend, and no other", () => {
  expect(pictureOfShares(share(1, 1, ["fd-1"])).legend).toEqual([]);
  expect(changesIn(changesOfAllKinds).legend).toEqual(["gained", "lost", "gap", "unknown", "pending", "outside", "check"]);
});

test("names the owner and the region of each share in the picture only where there are several", () => {
  const namesOf = (...places: readonly (readonly [account: string, region: string])[]) =>
    pictureOfShares(...places.map(([account, region], index) => ({ ...share(index, 1, ["fd-1"]), account, region }))).shares.map(
      ({ lines }) => lines.slice(2),
    );
  expect(namesOf(["1", "a"], ["1", "a"])).toEqual([[], []]);
  expect(namesOf(["1", "a"], ["2", "a"])).toEqual([["of 1"], ["of 2"]]);
  expect(namesOf(["1", "a"], ["1", "b"])).toEqual([["of 1 in a"], ["of 1 in b"]]);
});

test("draws risky shares first in the picture, and the rest by the names of the shares", () => {
  const { shares } = pictureOfShares(share(10, 1, ["101"]), share(2, 1, ["102"]), share(4, 1, ["201"]), share(1, 1, ["103"]));
  expect(shares.map(({ lines: [name] }) => name)).toEqual(["team-4", "team-1", "team-2", "team-10"]);
});

test("draws the share with the most risks first in the picture", () => {
  const external = [1, 2].map((number) => share(number, 1, [`20${number}`]));
  const writing = share(3, 1, ["203", "rd-1"], "AliyunRSPermissionVSwitchReadWrite");
  expect(pictureOfShares(...external, writing).shares.map(({ lines: [name] }) => name)).toEqual(["team-3", "team-1", "team-2"]);
});

test("draws eight shares in the picture, every risky one, and the rest together, with all their names and targets", () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
  const sharesOf = (isRisky: (number: number) => boolean) =>
    pictureOfShares(...numbers.map((number) => share(number, 4, isRisky(number) ? ["201"] : [`10${number % 6}`]))).shares;
  const shares = sharesOf((number) => number > 16);
  const names = ["team-5, team-6, team-7, team-8, team-9,", "team-10, team-11, team-12, team-13, team-14,", "team-15, team-16"];
  expect(shares.map(({ lines: [name] }) => name?.replace("team-", ""))).toEqual([
    "17",
    "18",
    "19",
    "20",
    "1",
    "2",
    "3",
    "4",
    "12 more shares without a risk",
  ]);
  const last = shares.at(-1);
  expect(last?.lines.slice(1)).toEqual(["each share only to its own targets", ...names]);
  expect(last?.resources.map(({ lines }) => lines)).toEqual([["48 × VSwitch", "vsw-5-0, vsw-5-1", "+ 46 more"]]);
  expect(last?.targets.map(({ lines }) => lines)).toEqual([["6 accounts", "105, 100, 101, 102,", "103, 104"]]);
  expect(sharesOf((number) => number > 10)).toHaveLength(11);
});
