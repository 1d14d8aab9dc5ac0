import { beforeEach, expect, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { openConsoleOfFile } from "./fixture.ts";
import { call, makeShares } from "./scenario.ts";

const fixture = await openConsoleOfFile();
beforeEach(async () => {
  fixture.simulator.reset();
  makeShares(fixture.simulator);
  await fixture.page.reload();
});

test("searches calls in the simulator's console by account, operation, parameter and outcome", async () => {
  const { page, open } = fixture;
  await open("Calls");
  await page.getByText("10 of 10 calls").waitFor();
  const search = page.getByRole("searchbox");
  await search.fill("member throttling");
  await page.getByText("2 of 10 calls").waitFor();
  await search.fill("CreateResourceShare shared-network");
  await page.getByText("1 of 10 calls").waitFor();
  await search.fill("rs-000001");
  await page.getByText("1 of 10 calls").waitFor();
  expect(await page.locator("tbody td:nth-child(4)").allTextContents()).toEqual(["UpdateResourceShare"]);
});

test("hides calls that read in the simulator's console, and links a call to its share", async () => {
  const { page, open } = fixture;
  await open("Calls");
  await page.getByText("10 of 10 calls").waitFor();
  await page.getByLabel("Hide reads").check();
  await page.getByText("4 of 10 calls").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(4);
  await page.getByRole("row", { name: "CreateResourceShare" }).last().click();
  await page.getByRole("link", { name: "rs-000001" }).click();
  await page.getByRole("heading", { name: "shared-network" }).waitFor();
});

test("shows a call's parameters and response in the simulator's console, new calls at once, and none after a clear", async () => {
  const { page, simulator, open } = fixture;
  await open("Calls");
  await page.getByText("10 of 10 calls").waitFor();
  call(simulator, demo.owner, "ListResourceShares", { ResourceOwner: "Self" });
  await page.getByText("11 of 11 calls").waitFor();
  await page.getByRole("row", { name: "ListResourceShares 200" }).first().click();
  await page.locator("pre", { hasText: '"ResourceOwner": "Self"' }).waitFor();
  await page.locator("pre", { hasText: '"ResourceShareName": "shared-network"' }).waitFor();
  call(simulator, demo.owner, "CreateResourceShare", { ResourceShareName: "lost" });
  await page.getByRole("cell", { name: "no response (fault: lost, executed)" }).waitFor();
  await page.getByRole("button", { name: "Clear log" }).click();
  await page.getByText("0 of 0 calls").waitFor();
  expect(simulator.calls).toEqual([]);
});

test("shows fifty calls at a time in the simulator's console, and a selected one where it is below the list", async () => {
  const { page, simulator, open } = fixture;
  for (let index = 0; index < 160; index += 1) call(simulator, demo.owner, "ListResourceShares", { ResourceOwner: "Self" });
  await page.setViewportSize({ width: 400, height: 800 });
  await open("Calls");
  await page.getByText("170 of 170 calls").waitFor();
  expect(await page.locator("tbody tr").count()).toBe(50);
  await page.getByRole("button", { name: "Show more: 50 of 170 are shown" }).click();
  expect(await page.locator("tbody tr").count()).toBe(100);
  await page.locator("tbody a").first().click();
  const top = async () => (await page.getByRole("heading", { level: 2 }).boundingBox())?.y;
  await expect.poll(top).toBeLessThan(800);
  await page.setViewportSize({ width: 1360, height: 800 });
});
