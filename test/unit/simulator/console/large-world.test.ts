import { afterAll, beforeAll, expect, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { type ConsoleFixture, openConsole } from "./fixture.ts";
import { call, worldOfManyShares } from "./scenario.ts";

const shares = 1_000;
const calls = 20_000;
/** More rows than any screen shows, and far fewer than there are. */
const mostRows = 100;

let fixture: ConsoleFixture;

beforeAll(async () => {
  fixture = await openConsole({ world: worldOfManyShares(shares) }, (simulator) => {
    for (let count = 1; count <= calls; count += 1) {
      call(simulator, count % 4 === 0 ? demo.member : demo.owner, count % 2 === 0 ? "DescribeRegions" : "ListTagResources", {
        ResourceType: "ResourceShare",
        "ResourceId.1": `rs-${String((count % shares) + 1).padStart(6, "0")}`,
      });
    }
  });
}, 120_000);
afterAll(() => fixture[Symbol.asyncDispose]());

function rowCount(): Promise<number> {
  return fixture.page.locator(".grid-body > [role=row]").count();
}

test("shows 4,000 accesses of 1,000 shares with few elements, and draws them all", async () => {
  const { page, open } = fixture;
  await open("Access");
  await page.getByText("4000 of 4000 accesses").waitFor();
  expect(await rowCount()).toBeLessThan(mostRows);
  await page.getByRole("button", { name: "Picture" }).click();
  await page.getByRole("img", { name: "A graph of 4000 accesses" }).waitFor();
  await page.getByRole("button", { name: "Picture" }).click();
  await page.getByRole("searchbox").fill("vsw-777a member");
  await page.getByText("0 of 4000 accesses").waitFor();
  await page.getByRole("searchbox").fill("vsw-777a folder");
  await page.getByText("1 of 4000 accesses").waitFor();
});

test("moves from the first to the last of 1,000 shares with one key", async () => {
  const { page, open } = fixture;
  await open("Shares");
  await page.getByText("1000 of 1000 shares").waitFor();
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "share-1000" }).waitFor();
  await page.getByRole("row", { name: "share-1000" }).waitFor();
  expect(await rowCount()).toBeLessThan(mostRows);
});

test("filters 20,000 calls", async () => {
  const { page, open } = fixture;
  await open("Calls");
  await page.getByText("20000 of 20000 calls").waitFor();
  expect(await rowCount()).toBeLessThan(mostRows);
  await page.getByLabel("Share").fill("rs-000778");
  await page.getByText("20 of 20000 calls").waitFor();
  await page.getByLabel("Account").selectOption(demo.member);
  await page.getByText("0 of 20000 calls").waitFor();
});
