import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { riskFirst } from "../../../../access/format/risk-first.ts";
import { accessOfGrants } from "../../../../simulator/console/access-picture.ts";
import { riskRankOf } from "../../../../simulator/console/search.ts";
import { type ConsoleFixture, openConsole } from "./fixture.ts";
import { makeShares } from "./scenario.ts";

let fixture: ConsoleFixture;

beforeAll(async () => {
  fixture = await openConsole({}, makeShares);
}, 60_000);
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  await fixture.page.setViewportSize({ width: 1280, height: 720 });
  await fixture.page.reload();
});

test("lists what to check first, in the order of every other format", async () => {
  const { page, open, simulator } = fixture;
  await open("Access");
  await page.getByText("7 of 7 accesses").waitFor();
  const targets = await page.locator("[role=row] > [role=gridcell]:nth-child(1)").allTextContents();
  expect(targets.slice(0, 3)).toEqual([demo.consumer, demo.partner, demo.directory]);
  const grants = simulator.grants();
  const byRank = grants.toSorted((one, other) => riskRankOf(one) - riskRankOf(other));
  const accesses = accessOfGrants(grants);
  const ranks = new Map(grants.map((grant) => [grant.target.id, riskRankOf(grant)]));
  expect(riskFirst(accesses).map(({ target }) => ranks.get(target.id))).toEqual(byRank.map(riskRankOf));
});

test("fits the picture to the page in the page's colours, enlarges it and makes it smaller", async () => {
  const { page, open } = fixture;
  await page.setViewportSize({ width: 400, height: 800 });
  await open("Access");
  await page.getByRole("button", { name: "Picture" }).click();
  const picture = page.getByRole("img");
  await picture.waitFor();
  const widthOf = async () => (await picture.boundingBox())?.width ?? 0;
  await expect.poll(widthOf).toBeGreaterThan(200);
  const fitting = await widthOf();
  expect(fitting).toBeLessThan(400);
  await page.getByRole("button", { name: "Larger" }).click();
  expect(await widthOf()).toBeGreaterThan(fitting * 1.4);
  await page.getByRole("button", { name: "Fit" }).click();
  expect(await widthOf()).toBe(fitting);
  await page.getByRole("button", { name: "Smaller" }).click();
  expect(await widthOf()).toBeLessThan(fitting);
});

test.each([1280, 400])("cuts off no id, no permission and no column title of %i pixels", async (width) => {
  const { page, open } = fixture;
  await page.setViewportSize({ width, height: 720 });
  for (const tab of ["Access", "Shares"]) {
    await open(tab);
    await page.getByRole("gridcell").first().waitFor();
    const cut = await page
      .locator("[role=gridcell] > span, [role=columnheader] > button")
      .evaluateAll((cells) =>
        cells.flatMap((cell) =>
          cell.scrollHeight > cell.clientHeight + 1 || cell.scrollWidth > cell.clientWidth + 1 ? [cell.textContent] : [],
        ),
      );
    expect(cut).toEqual([]);
  }
});

test("breaks no id of a share on a phone", async () => {
  const { page, open } = fixture;
  await page.setViewportSize({ width: 400, height: 720 });
  await open("Shares");
  await page.getByRole("row", { name: "golden-images" }).click();
  const id = page.locator(".detail").getByRole("cell", { name: demo.consumer }).first();
  expect((await id.boundingBox())?.height).toBeLessThan(40);
});

test.each(["#shares/rs-000002", "#SHARES/rs-000002"])("opens what the link %s names, in any case", async (hash) => {
  const { page } = fixture;
  await page.goto(new URL(hash, page.url()).href);
  await page.getByRole("heading", { name: "golden-images" }).waitFor();
  expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Shares");
});

test("shows the tree of a directory: its folders, their accounts and keys", async () => {
  const { page, open } = fixture;
  await open("World");
  const apps = page.getByRole("listitem").filter({ hasText: /^Folder apps \(fd-apps01\)/ });
  await apps.waitFor();
  expect(await apps.textContent()).toMatch(
    new RegExp(`member ${demo.member}LTAI-member, secret secret-of-member.*Folder sandbox \\(fd-sand01\\).*${demo.sandbox}`),
  );
});
