import { createServer } from "node:http";
import { expect, test } from "vitest";
import { consolePath } from "../../../../simulator/console/console-pages.ts";
import { listen } from "../../../support/listen.ts";
import { openConsoleOfFile } from "./fixture.ts";

const fixture = await openConsoleOfFile();

// (promise P-simulator-console)
test("requests only the address of the simulator's console, and violates no content security policy, in every tab", async () => {
  const { page, browser, served, open } = fixture;
  for (const tab of ["Shares", "Calls", "Faults", "World", "Access"]) await open(tab);
  await page.getByRole("row", { name: "m-demo01" }).first().waitFor();
  await page.getByRole("button", { name: "Picture" }).click();
  await page.getByRole("img").waitFor();
  expect(browser.requests.filter((address) => !address.startsWith(`${served.url}/_simulator/`))).toEqual([]);
  expect(browser.errors).toEqual([]);
});

// (promise P-simulator-console)
test("permits no script, style or frame of another source in the simulator's console", async () => {
  const { headers } = await fetch(`${fixture.served.url}${consolePath}`);
  expect(headers.get("content-security-policy")).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});

// (promise P-simulator-callers)
test("rejects images, frames and calls of another local server's page to the simulator's console", async () => {
  const { served, browser } = fixture;
  const console = `${served.url}${consolePath}`;
  const html = `<img src="${console}icon.svg"><iframe src="${console}"></iframe><a href="${console}">console</a>`;
  const other = createServer((_request, response) => response.setHeader("content-type", "text/html").end(html));
  const { url } = await listen(other);
  const page = await browser.context.newPage();
  await page.goto(`${url}/`, { waitUntil: "load" });
  const called = await page.evaluate<string>(
    `fetch("${served.url}/_simulator/time", { method: "POST", body: "{}" }).then(({ status }) => String(status), () => "refused")`,
  );
  const imageWidth = await page.evaluate<number>(`document.querySelector("img").naturalWidth`);
  expect([imageWidth, called]).toEqual([0, "refused"]);
  expect(await page.frames()[1]?.evaluate("document.body.innerText")).toContain("other origins");
  await page.getByRole("link").click();
  await page.getByRole("heading", { name: "Simulated Resource Sharing" }).waitFor();
  await page.close();
  other.close();
});
