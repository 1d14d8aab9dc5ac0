import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { demo } from "../../../../simulator/index.ts";
import { openConsoleOfFile } from "./fixture.ts";
import { call, makeShares } from "./scenario.ts";

const fixture = await openConsoleOfFile();
beforeEach(async () => {
  fixture.simulator.reset();
  fixture.simulator.speed = 1;
  makeShares(fixture.simulator);
  await fixture.page.reload();
});

/** The texts of the cells of a column, from the top. */
function cells(column: number): Promise<string[]> {
  return fixture.page.locator(`tbody td:nth-child(${column})`).allTextContents();
}

/** Waits until the page shows something: the assertion of a test. */
async function expectShown(locator: Locator): Promise<void> {
  await locator.waitFor();
}

async function runReports(text: string): Promise<void> {
  await fixture.page.getByRole("main").getByRole("status").filter({ hasText: text }).first().waitFor();
}

test("groups accesses in the simulator's console, risky ones first, counts them with their risks, and searches them", async () => {
  const { page, simulator, open } = fixture;
  simulator.outOfBand.replacePermission("rs-000001", "AliyunRSPermissionVSwitchReadWrite");
  await open("Access");
  await page.getByText("ReadWrite").first().waitFor();
  const external = `${demo.consumer} consumer, ${demo.partner} partner (2 external accounts)`;
  expect((await cells(1)).slice(0, 2)).toEqual([external, `${demo.directory} (directory)`]);
  expect((await cells(1)).slice(2)).toContain(`${demo.folders.apps} apps (folder)`);
  expect(await cells(3)).toEqual(["default", "default", "ReadWrite", "ReadWrite", "default", "default"]);
  await expectShown(page.getByText("2 targets outside the resource directory; 1 whole directory"));
  await page.getByRole("searchbox", { name: "Search" }).fill("external IMAGE");
  await page.getByText("2 of 7 accesses").waitFor();
  expect(await cells(1)).toEqual([external]);
  await expectShown(page.getByText("2 targets can use 1 resource through 1 share"));
  await page.getByRole("searchbox", { name: "Search" }).fill("nothing");
  await page.getByText("0 of 7 accesses").waitFor();
  expect(await page.getByText("No target has access").count()).toBe(0);
});

test("shows the ids of shares that have one name in the simulator's console", async () => {
  const { page, simulator, open } = fixture;
  simulator.outOfBand.rename("rs-000003", "golden-images");
  await open("Access");
  await page.getByText("golden-images (rs-000003)").waitFor();
  expect(new Set(await cells(5))).toEqual(new Set(["golden-images (rs-000002)", "golden-images (rs-000003)", "shared-network"]));
});

test("reads the whole world only in tabs of the simulator's console that show it", async () => {
  const { page, open } = fixture;
  const read: string[] = [];
  page.on("request", (request) => void read.push(new URL(request.url()).pathname.replace("/_simulator/", "")));
  await open("Access");
  await page.getByText("7 of 7 accesses").waitFor();
  await page.getByText(`${demo.consumer} consumer`).first().waitFor();
  expect(read).not.toContain("world");
  await open("Shares");
  await page.getByRole("row", { name: "shared-network" }).waitFor();
  expect(read).toContain("world");
});

test("shows a change of the service in the simulator's console without a reload", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "shared-network" }).click();
  await expectShown(page.getByRole("heading", { name: "shared-network" }));
  simulator.outOfBand.rename("rs-000001", "renamed-elsewhere");
  await page.getByRole("heading", { name: "renamed-elsewhere" }).waitFor();
});

test("answers an invitation as its receiver in the simulator's console", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "golden-images" }).click();
  await page.getByRole("button", { name: `accept the invitation of ${demo.partner}` }).click();
  await runReports(`Done: accept the invitation of ${demo.partner}.`);
  const invitations = [...simulator.world.invitations.values()];
  expect(invitations.map(({ receiver, status }) => [receiver, status])).toEqual([
    [demo.consumer, "Pending"],
    [demo.partner, "Accepted"],
  ]);
});

test("shows the buttons of an association in the simulator's console side by side where columns have room", async () => {
  const { page } = fixture;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate('location.hash = "Shares/rs-000001"');
  const buttons = [page.getByRole("button", { name: "Disassociate vsw-demo01" }), page.getByRole("button", { name: /^Fail.*vsw-demo01/ })];
  const [first, second] = await Promise.all(buttons.map((button) => button.boundingBox()));
  expect(first?.y).toBe(second?.y);
  await page.setViewportSize({ width: 1360, height: 800 });
});

test("makes an out-of-band change of a share in the simulator's console", async () => {
  const { page, simulator, open } = fixture;
  await open("Shares");
  await page.getByRole("row", { name: "stack-templates" }).click();
  await page.getByLabel("Target", { exact: true }).fill(demo.member);
  await page.getByRole("button", { name: "Add target" }).click();
  await runReports("Done: Add target.");
  await page.getByLabel("Tag key").fill("cost");
  await page.getByLabel("Tag value").fill("42");
  await page.getByRole("button", { name: "Set tag" }).click();
  await page.getByRole("row", { name: "cost 42" }).waitFor();
  await page.getByRole("button", { name: "Fail the association of tpl-demo01" }).click();
  await page.getByRole("cell", { name: "Failed: Unavailable" }).waitFor();
  await page.getByRole("button", { name: `Disassociate ${demo.directory}` }).click();
  await runReports(`Done: Disassociate ${demo.directory}.`);
  simulator.outOfBand.settleNow();
  const share = simulator.world.shares.get("rs-000003");
  expect([...(share?.live.values() ?? [])].map(({ id }) => id)).toEqual([demo.member]);
});

test("names an account and a folder in the simulator's console by its id and name everywhere, and finds both", async () => {
  const { page, simulator, open } = fixture;
  // The owner of an access is shown where there are several.
  call(simulator, demo.partner, "CreateResourceShare", {
    ResourceShareName: "of-partner",
    "Resources.1.ResourceType": "VSwitch",
    "Resources.1.ResourceId": "vsw-partner",
    "Targets.1": demo.consumer,
    AllowExternalTargets: "true",
  });
  const owner = `${demo.owner} owner`;
  await open("Access");
  await page.getByRole("searchbox").fill("owner golden");
  await page.getByText("2 of 8 accesses").waitFor();
  expect(await cells(6)).toEqual([owner]);
  await open("Shares");
  await page.getByRole("row", { name: "of-partner" }).waitFor();
  expect(await cells(2)).toEqual([owner, owner, owner, `${demo.partner} partner`]);
  await page.getByRole("searchbox").fill("partner");
  await page.getByRole("row", { name: "golden-images" }).click();
  await page.getByText(`owned by ${owner}`).waitFor();
  await page.getByRole("searchbox").fill("apps");
  await page.getByRole("row", { name: "shared-network" }).click();
  await page.getByRole("cell", { name: `${demo.folders.apps} apps` }).waitFor();
  await open("Calls");
  await page
    .getByRole("row", { name: `${demo.member} member` })
    .first()
    .click();
  await page
    .getByRole("definition")
    .filter({ hasText: `${demo.member} member` })
    .waitFor();
  await open("Faults");
  await page.getByRole("cell", { name: owner }).waitFor();
});

test("adds and removes a fault of calls in the simulator's console", async () => {
  const { page, simulator, open } = fixture;
  await open("Faults");
  await page.getByRole("button", { name: "Remove the fault" }).click();
  await page.getByText("No fault is scripted").waitFor();
  await page.getByLabel("Kind").selectOption("error");
  await page.getByLabel("Operation").fill("DescribeRegions");
  await page.getByLabel("HTTP status").fill("503");
  await page.getByLabel("Error code").fill("ServiceUnavailable");
  await page.getByRole("button", { name: "Add fault" }).click();
  await page.getByRole("cell", { name: "error, 503, ServiceUnavailable" }).waitFor();
  expect(call(simulator, demo.owner, "DescribeRegions")).toBe(503);
});

test("reports a rejected fault in the simulator's console on its own tab only", async () => {
  const { page, open } = fixture;
  await open("Faults");
  await page.getByLabel("Kind").selectOption("error");
  await page.getByLabel("HTTP status").fill("7");
  await page.getByRole("button", { name: "Add fault" }).click();
  await runReports("Failed: Add fault: ");
  await open("Shares");
  await runReports("The shares of all accounts.");
  expect(await page.getByText("Failed: Add fault").count()).toBe(0);
});

test("shows the quotas in force in the simulator's console, and changes one", async () => {
  const { page, simulator, open } = fixture;
  await open("World");
  const quota = page.getByLabel("Quota of shares", { exact: true });
  await expect.poll(() => quota.inputValue()).toBe("1000");
  await quota.fill("7");
  await quota.press("Enter");
  await runReports("Done: Set the quota of shares.");
  expect(simulator.world.settings.quotas.shares).toBe(7);
  await expectShown(page.getByLabel("Quota of pending invitations", { exact: true }));
});

test("plans a failure of associations in the simulator's console, and removes it", async () => {
  const { page, simulator, open } = fixture;
  await open("Faults");
  await page.getByRole("button", { name: "Remove the planned failure of s-demo01" }).click();
  await page.getByText("No failure is planned").waitFor();
  await page.getByLabel("Resource or target").fill("vsw-demo01");
  await page.getByLabel("Reason").fill("ZonalResourceInaccessible");
  await page.getByRole("button", { name: "Plan failure" }).click();
  await page.getByRole("cell", { name: "ZonalResourceInaccessible" }).waitFor();
  expect(simulator.world.failures.get("vsw-demo01")).toMatchObject({ on: "Associate", reason: "ZonalResourceInaccessible" });
});

test("advances the clock by a step in the simulator's console, pauses it, resumes it and settles", async () => {
  const { page, simulator, open } = fixture;
  const before = simulator.now();
  await page.getByRole("button", { name: "Advance the clock by 7 days" }).click();
  await runReports("Done: Advance the clock by 7 days.");
  expect(simulator.now() - before).toBeGreaterThanOrEqual(7 * 86_400_000);
  await page.getByRole("button", { name: "Pause the clock" }).click();
  await page.getByText("paused", { exact: true }).waitFor();
  call(simulator, demo.owner, "CreateResourceShare", { ResourceShareName: "while-paused", "Targets.1": demo.member });
  await open("Shares");
  await page.getByRole("row", { name: "while-paused" }).click();
  await page.getByRole("cell", { name: "Associating", exact: true }).waitFor();
  await page.getByRole("button", { name: "Settle now" }).click();
  await page.getByRole("cell", { name: "Associated", exact: true }).waitFor();
  await page.getByRole("button", { name: "Run the clock" }).click();
  await page.getByRole("button", { name: "Pause the clock" }).waitFor();
  expect(simulator.speed).toBe(1);
});

test("saves a world in the simulator's console, loads it again, and resets to the initial world", async () => {
  const { page, simulator, open } = fixture;
  await open("World");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Save world" }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  simulator.outOfBand.purge("rs-000002");
  await page.getByLabel("Load a world").setInputFiles({ name: "world.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await runReports("Done: Load a world.");
  expect(simulator.world.shares.has("rs-000002")).toBe(true);
  await page.getByLabel(/^Lists begin with(?! an)/).selectOption("newest");
  await runReports("Done: Set “Lists begin with”.");
  expect(simulator.world.settings.listOrder).toBe("newest");
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Reset" }).click();
  await runReports("Done: Reset.");
  expect([simulator.world.shares.size, simulator.faults.list(), simulator.calls]).toEqual([0, [], []]);
});

test("opens what a link names in the simulator's console, in upper or lower case, also before the first paint", async () => {
  const page = await fixture.page.context().newPage();
  await page.addInitScript('addEventListener("DOMContentLoaded", () => (location.hash = "#shares/rs-000002"))');
  await page.goto(fixture.page.url().replace(/#.*/, ""));
  await page.getByRole("heading", { name: "golden-images" }).waitFor();
  expect(await page.locator("nav [aria-current=page]").textContent()).toBe("Shares");
  await page.close();
});

test("opens a tab and a share of the simulator's console with the keyboard alone, and goes back", async () => {
  const { page, open } = fixture;
  await open("Access");
  await page.getByRole("link", { name: "Shares" }).press("Enter");
  await page.getByRole("link", { name: "rs-000002" }).press("Enter");
  const heading = page.getByRole("heading", { name: "golden-images" });
  await expectShown(heading);
  await page.goBack();
  await heading.waitFor({ state: "hidden" });
  await page.goForward();
  await page.getByRole("link", { name: "Close" }).press("Enter");
  await heading.waitFor({ state: "hidden" });
});
