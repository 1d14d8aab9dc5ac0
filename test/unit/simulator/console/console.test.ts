import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { type ConsoleFixture, openConsole } from "./fixture.ts";
import { call, makeShares } from "./scenario.ts";

let fixture: ConsoleFixture;

beforeAll(async () => {
  fixture = await openConsole({}, makeShares);
}, 60_000);
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
  fixture.simulator.reset();
  fixture.simulator.speed = 1;
  makeShares(fixture.simulator);
  await fixture.page.reload();
});

/** The texts of the cells of a column, from the top. */
function cells(column: number): Promise<string[]> {
  return fixture.page.locator(`[role=row] > [role=gridcell]:nth-child(${column})`).allTextContents();
}

/** Waits until the page shows something. */
async function expectShown(locator: Locator): Promise<void> {
  await locator.waitFor();
}

async function runReports(text: string): Promise<void> {
  await fixture.page.locator(".outcome", { hasText: text }).waitFor();
}

test("lists what to check first, and searches and sorts", async () => {
  const { page, open } = fixture;
  await open("Access");
  await page.getByText("7 of 7 accesses").waitFor();
  expect((await cells(1)).slice(0, 3)).toEqual([demo.consumer, demo.partner, demo.directory]);
  await page.getByRole("searchbox", { name: "Search" }).fill("external IMAGE");
  await page.getByText("2 of 7 accesses").waitFor();
  expect(await cells(1)).toEqual([demo.consumer, demo.partner]);
  await page.getByRole("button", { name: "Target" }).click();
  await page.getByRole("columnheader", { name: "Target" }).and(page.locator("[aria-sort=ascending]")).waitFor();
  await page.getByRole("button", { name: "Target" }).click();
  await page.getByRole("columnheader", { name: "Target" }).and(page.locator("[aria-sort=descending]")).waitFor();
  expect(await cells(1)).toEqual([demo.partner, demo.consumer]);
});

test("shows a change of the service in the page without a reload", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "shared-network" }).click();
  await page.getByRole("heading", { name: "shared-network" }).waitFor();
  simulator.outOfBand.rename("rs-000001", "renamed-elsewhere");
  await expectShown(page.getByRole("heading", { name: "renamed-elsewhere" }));
});

test("answers an invitation as its receiver", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "golden-images" }).click();
  await page.getByRole("button", { name: `Accept the invitation of ${demo.partner}` }).click();
  await runReports("accept the invitation");
  const invitations = [...simulator.world.invitations.values()];
  expect(invitations.map(({ receiver, status }) => [receiver, status])).toEqual([
    [demo.consumer, "Pending"],
    [demo.partner, "Accepted"],
  ]);
});

test("changes a share as another program would", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "stack-templates" }).click();
  await page.getByLabel("Target", { exact: true }).fill(demo.member);
  await page.getByRole("button", { name: "Add target" }).click();
  await runReports(`${demo.member} is being associated`);
  await page.getByLabel("Tag key").fill("cost");
  await page.getByLabel("Tag value").fill("42");
  await page.getByRole("button", { name: "Set tag" }).click();
  await page.getByText("cost=42").waitFor();
  await page.getByRole("button", { name: "Disassociate tpl-demo01" }).click();
  await runReports("tpl-demo01 is being disassociated");
  simulator.outOfBand.settleNow();
  const share = simulator.world.shares.get("rs-000003");
  expect([...(share?.live.values() ?? [])].map(({ id }) => id)).toEqual([demo.directory, demo.member]);
});

test("filters calls by account, operation, share and outcome", async () => {
  const { page, open } = fixture;
  await open("Calls");
  await page.getByText("10 of 10 calls, 2 throttled").waitFor();
  await page.getByLabel("Account").selectOption(demo.member);
  await page.getByLabel("Outcome").selectOption("throttled");
  await page.getByText("2 of 10 calls, 2 throttled").waitFor();
  await page.getByLabel("Account").selectOption("");
  await page.getByLabel("Outcome").selectOption("all");
  await page.getByLabel("Operation").selectOption("CreateResourceShare");
  await page.getByText("3 of 10 calls").waitFor();
  await page.getByLabel("Share").fill("rs-000001");
  await page.getByText("1 of 10 calls").waitFor();
  await page.getByLabel("Operation").selectOption("");
  await page.getByText("2 of 10 calls").waitFor();
  expect(await cells(4)).toEqual(["UpdateResourceShare", "CreateResourceShare"]);
});

test("shows the parameters and the response of a call, and new calls as they come", async () => {
  const { page, simulator, open } = fixture;
  await open("Calls");
  await page.getByText("10 of 10 calls").waitFor();
  call(simulator, demo.owner, "ListResourceShares", { ResourceOwner: "Self" });
  await page.getByText("11 of 11 calls").waitFor();
  await page.getByRole("row", { name: "ListResourceShares 200" }).first().click();
  await expectShown(page.locator("pre", { hasText: '"ResourceOwner": "Self"' }));
  await expectShown(page.locator("pre", { hasText: '"ResourceShareName": "shared-network"' }));
});

test("adds and removes a fault of calls", async () => {
  const { page, simulator, open } = fixture;
  await open("Faults");
  await page.getByRole("button", { name: "Remove all faults" }).click();
  await page.getByText("No fault is scripted").waitFor();
  await page.getByLabel("Kind").selectOption("error");
  await page.getByLabel("Operation").fill("DescribeRegions");
  await page.getByLabel("Status").fill("503");
  await page.getByLabel("Code").fill("ServiceUnavailable");
  await page.getByRole("button", { name: "Add fault" }).click();
  await page.getByText("error, status 503, code ServiceUnavailable: DescribeRegions of every account").waitFor();
  expect(call(simulator, demo.owner, "DescribeRegions")).toBe(503);
});

test("fails one association with a reason", async () => {
  const { page, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "shared-network" }).click();
  await page.getByLabel("Association", { exact: true }).selectOption("pl-demo01");
  await page.getByLabel("Reason").fill("ZonalResourceInaccessible");
  await page.getByRole("button", { name: "Fail association" }).click();
  await expectShown(page.getByRole("cell", { name: "Failed: ZonalResourceInaccessible" }));
});

test("reports what the service rejects", async () => {
  const { page, open } = fixture;
  await open("Faults");
  await page.getByLabel("Kind").selectOption("error");
  await page.getByLabel("Status").fill("7");
  await page.getByLabel("Code").fill("X");
  await page.getByRole("button", { name: "Add fault" }).click();
  await runReports("Failed: a fault error was added");
});

test("advances the clock by a step, runs it faster, pauses it and runs it on", async () => {
  const { page, simulator, open } = fixture;
  const before = simulator.now();
  await page.getByRole("button", { name: "Advance the clock by 7 days" }).click();
  await runReports("advanced by 7 days");
  expect(simulator.now() - before).toBeGreaterThanOrEqual(7 * 86_400_000);
  await page.getByLabel("Speed").selectOption("1 hour a second");
  await runReports("the clock runs at 1 hour a second");
  expect(simulator.speed).toBe(3_600);
  await page.getByRole("button", { name: "Pause the clock" }).click();
  await page.getByText("paused", { exact: true }).waitFor();
  call(simulator, demo.owner, "CreateResourceShare", { ResourceShareName: "while-paused", "Targets.1": demo.member });
  await open("Shares");
  await page.getByRole("row", { name: "while-paused" }).click();
  await expectShown(page.getByRole("cell", { name: "Associating", exact: true }));
  await page.getByRole("button", { name: "Run the clock" }).click();
  await expectShown(page.getByRole("cell", { name: "Associated", exact: true }));
  expect(simulator.speed).toBe(3_600);
});

test("saves a world, loads it again, and resets to the initial world", async () => {
  const { page, simulator, open } = fixture;
  await open("World");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save world" }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  simulator.outOfBand.purge("rs-000002");
  await page.getByLabel("Load a world").setInputFiles({ name: "world.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await runReports("world.json was loaded");
  expect(simulator.world.shares.has("rs-000002")).toBe(true);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset" }).click();
  await runReports("the initial world was loaded");
  expect([simulator.world.shares.size, simulator.faults.list(), simulator.calls]).toEqual([0, [], []]);
});

test("switches tabs and selects a row with the keyboard alone", async () => {
  const { page, open } = fixture;
  await open("Access");
  await page.getByRole("tab", { name: "Access" }).press("ArrowRight");
  const focused = page.locator(":focus");
  await page.getByRole("grid", { name: "Shares" }).waitFor();
  expect(await focused.textContent()).toBe("Shares");
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.getByRole("heading", { name: "golden-images" }).waitFor();
  const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${active}"]`).textContent()).toContain("golden-images");
  await page.keyboard.press("End");
  await page.getByRole("heading", { name: "stack-templates" }).waitFor();
});

test("moves the selection by each of two keys that follow at once", async () => {
  const { page, open } = fixture;
  await open("Shares");
  await page.getByRole("grid", { name: "Shares" }).evaluate(async (grid) => {
    for (let count = 0; count < 2; count += 1) {
      grid.dispatchEvent(Object.assign(new Event("keydown", { bubbles: true, cancelable: true }), { key: "ArrowDown" }));
      await Promise.resolve();
    }
  });
  await expectShown(page.getByRole("heading", { name: "golden-images" }));
});
