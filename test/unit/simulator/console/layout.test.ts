import { expect, test } from "vitest";
import { demo } from "../../../../simulator/world/demo.ts";
import { openConsoleOfFile } from "./fixture.ts";
import { call } from "./scenario.ts";

const fixture = await openConsoleOfFile();

test.each([400, 1280])("breaks no id in the simulator's console, %i pixels wide", async (width) => {
  const { page, simulator } = fixture;
  const id = "m-bp1h8k2m4n6p8q0r2t4v0a56";
  const name = `prod-network-shared-services-eu-central-${width}`;
  const resource = { "Resources.1.ResourceType": "Image", "Resources.1.ResourceId": "m-1", "Resources.2.ResourceType": "Image" };
  call(simulator, demo.owner, "CreateResourceShare", {
    ...{ ResourceShareName: name, ...resource, "Resources.2.ResourceId": id, "Targets.1": demo.directory },
  });
  simulator.outOfBand.settleNow();
  const shareId = [...simulator.world.shares.values()].find((share) => share.name === name)?.id ?? "";
  await page.setViewportSize({ width, height: 800 });
  for (const place of ["Access", `Shares/${shareId}`]) {
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await page.locator("td", { hasText: id }).first().waitFor();
    const broken = await page.evaluate(`[...document.querySelectorAll("td .id, .heading > a")]
      .filter((text) => text.getClientRects().length > 1).map((text) => text.textContent)`);
    expect(broken, place).toEqual([]);
  }
  simulator.outOfBand.purge(shareId);
  await page.setViewportSize({ width: 1360, height: 800 });
});

test.each([400, 560, 1080, 1280])(
  "shows every column of the simulator's console on a screen of %i pixels without scrolling sideways",
  async (width) => {
    const { page } = fixture;
    await page.setViewportSize({ width, height: 800 });
    for (const place of ["Access", "Shares", "Shares/rs-000002", "Calls", "Calls/5", "Faults"]) {
      await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
      await page.locator("tbody").first().waitFor();
      const boxes = "document.querySelectorAll('body, section, .table')";
      expect(await page.evaluate(`[...${boxes}].filter((box) => box.scrollWidth > box.clientWidth).length`), place).toBe(0);
    }
    await page.setViewportSize({ width: 1360, height: 800 });
  },
);

test("shows what a link selects in the simulator's console without scrolling the page's head away", async () => {
  const { page } = fixture;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(`location.hash = "Shares/rs-000001"`);
  await page.getByRole("heading", { name: "Associations" }).waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.setViewportSize({ width: 1360, height: 800 });
});

test("aligns the fields of a row in the forms of the simulator's console", async () => {
  const { page, open } = fixture;
  await open("Faults");
  const tops = await Promise.all(
    ["Kind", "Operation"].map(async (label) => (await page.locator("label", { hasText: label }).first().boundingBox())?.y),
  );
  expect(tops[1]).toBe(tops[0]);
});

test("keeps the tabs and the names of columns of the simulator's console in sight, and returns to the row that was open", async () => {
  const { page } = fixture;
  for (const [width, height] of [
    [1280, 400],
    [400, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(`location.hash = "Calls"`);
    const link = page.locator("tbody tr").nth(9).getByRole("link").first();
    await link.click();
    const topOf = (selector: string) => page.evaluate(`document.querySelector("${selector}").getBoundingClientRect().top`);
    await page.getByRole("heading", { name: "Parameters" }).waitFor();
    if (width > 1000) {
      await page.evaluate("scrollTo(0, 200)");
      expect([await topOf("nav"), Number(await topOf("th")) < 50]).toEqual([0, true]);
    }
    await page.getByRole("link", { name: "Close" }).click();
    await page.getByRole("heading", { name: "Parameters" }).waitFor({ state: "hidden" });
    await page.locator("tbody a:focus").waitFor();
    const isInSight = `(() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 30 && bottom <= innerHeight; })()`;
    expect(await page.evaluate(`document.activeElement.textContent`)).toBe(await link.textContent());
    expect(await page.evaluate(isInSight)).toBe(true);
  }
  await page.setViewportSize({ width: 1360, height: 800 });
});

test.each([800, 1280])(
  "keeps states and names of shares whole beside many targets in the simulator's console, %i pixels wide",
  async (width) => {
    const { page, simulator, open } = fixture;
    call(simulator, demo.owner, "CreateResourceShare", {
      ...{ ResourceShareName: `region-share-${width}`, "Resources.1.ResourceType": "Image", "Resources.1.ResourceId": `m-${width}` },
      ...Object.fromEntries([demo.member, demo.network].map((target, index) => [`Targets.${index + 1}`, target])),
    });
    simulator.outOfBand.settleNow();
    await page.setViewportSize({ width, height: 800 });
    await open("Access");
    await page.getByText(`region-share-${width}`).waitFor();
    const broken = await page.evaluate(`[...document.querySelectorAll("td[data-column=State], td[data-column=Shares] a")]
    .filter((text) => { const range = document.createRange(); range.selectNodeContents(text); return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1; })
    .map((text) => text.textContent)`);
    await page.setViewportSize({ width: 1360, height: 800 });
    expect(broken).toEqual([]);
  },
);
