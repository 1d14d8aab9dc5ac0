import { type Check, checksText, readCheck } from "../../access/diff/review/checks.ts";
import { quotaNames, type Quotas, readQuotas } from "../../sdk/headroom/quotas.ts";
import { repeated, single, UsageError, type Values } from "../command.ts";
import { readWith } from "./input-files.ts";

/** The options of `diff`, `fleet` and `doctor` that decide what a review reports, and when it fails. */
export const reviewOptions = {
  "fail-on": repeated("<check>", `once or more: ends with 3 when one of these checks fails for any change: ${checksText}`),
  "run-url": single("<url>", "the address of the pipeline's run, which the Markdown links to"),
  quota: repeated("<name>=<n>", `once or more: a quota of the accounts in place of the published one (${quotaNames.join(", ")})`),
};
type ReviewOptions = Values<typeof reviewOptions>;

/**
 * Reads the checks of `--fail-on`.
 *
 * @throws UsageError for one that does not exist.
 */
export function checksOf({ "fail-on": names = [] }: ReviewOptions): Check[] {
  return names.map((name) => readWith(`--fail-on ${name}`, () => readCheck(name)));
}

/** The address of a run becomes a link in Markdown, so it must not end the link. */
export function runUrlOf({ "run-url": url = "" }: ReviewOptions): string | undefined {
  if (url === "") return undefined;
  if (!/^https?:\/\/[\w.:/?&=%~#+-]+$/.test(url)) throw new UsageError(`--run-url ${url} is not the address of a page (https://…)`);
  return url;
}

/**
 * Reads the quotas of `--quota`, over the published ones.
 *
 * @throws UsageError for one that does not exist, or is no number.
 */
export function quotasOf({ quota = [] }: ReviewOptions): Quotas {
  return readWith("--quota", () => readQuotas(quota));
}
