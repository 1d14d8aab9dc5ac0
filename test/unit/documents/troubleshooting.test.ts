import { expect, test } from "vitest";
import { catalog } from "../../../provider/api/error-codes.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { messageWithAdvice } from "../../../provider/client/errors/error-message.ts";
import { VERSION } from "../../../sdk/binding/provider-args.ts";
import { textOf } from "../rules/files.ts";

const codes = Object.keys(catalog);
/** What the tables of the page name: codes, and families such as `InvalidParameter.…`. */
const named = Array.from(textOf("docs/troubleshooting.md").matchAll(/`([A-Z]\w+(?:\.[\w…]+)*)`/g), ([, code = ""]) => code);
const families = named.filter((code) => code.endsWith(".…")).map((code) => code.slice(0, -1));

test("explains every error code of the sharing API on the troubleshooting page", () => {
  expect(codes.filter((code) => !named.includes(code) && !families.some((family) => code.startsWith(family)))).toEqual([]);
});

test("has only error codes of the catalog on the troubleshooting page", () => {
  const prefixes = new Set(codes.map((code) => code.split(".")[0]));
  expect(
    named.filter((name) => name.includes(".") && !name.endsWith(".…") && prefixes.has(name.split(".")[0]) && !codes.includes(name)),
  ).toEqual([]);
  expect(families.filter((family) => !codes.some((code) => code.startsWith(family)))).toEqual([]);
});

test("advises the same for each error code on the troubleshooting page as the error's message", () => {
  const rows = textOf("docs/troubleshooting.md")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  const without = Object.entries(catalog).filter(([code, { category, status }]) => {
    const response = { status, headers: {}, body: "" };
    const hint = messageWithAdvice(
      { operation: sharing.DescribeRegions, response, code, category, serviceMessage: "" },
      { account: undefined, now: 0 },
    );
    const advice = hint.split("; ").at(-1)?.replace(sharing.DescribeRegions.name, "<Operation>").replaceAll("`", "") ?? "";
    const family = families.find((one) => code.startsWith(one));
    const row = rows.find((line) => line.includes(`\`${code}\``)) ?? rows.find((line) => line.includes(`\`${family}…\``));
    return row?.replaceAll("`", "").includes(advice) !== true;
  });
  expect(without.map(([code]) => code)).toEqual([]);
});

test("explains a missing plugin on the troubleshooting page, with the command that installs its archive", () => {
  const row = textOf("docs/troubleshooting.md")
    .split("\n")
    .find((line) => line.includes("Could not automatically download and install resource plugin 'pulumi-resource-resourceshare'"));
  const command = `pulumi plugin install resource resourceshare ${VERSION} --file `;
  expect(row).toContain(command);
  expect(textOf("docs/plugin.md")).toContain(command);
});
