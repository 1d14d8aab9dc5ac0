import { expect, test } from "vitest";
import { openConsole } from "./fixture.ts";
import { worldOfManyShares } from "./scenario.ts";

test("shows 4,000 accesses of 1,000 shares in the simulator's console in few rows, and draws them all", { timeout: 120_000 }, async () => {
  await using fixture = await openConsole({ world: worldOfManyShares(1_000) }, () => undefined);
  const { page, open } = fixture;
  await open("Access");
  await page.getByText("4000 of 4000 accesses").waitFor();
  await page.getByText("Show more: 50 of ").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(50);
  await page.getByRole("button", { name: "Picture" }).click();
  await page.getByRole("img", { name: "A graph of 4000 accesses" }).waitFor();
  await page.getByRole("button", { name: "Table" }).click();
  await page.getByRole("searchbox").fill("vsw-777a partner");
  await page.getByText("0 of 4000 accesses").waitFor();
  await page.getByRole("searchbox").fill("vsw-777a folder");
  await page.getByText("1 of 4000 accesses").waitFor();
});
