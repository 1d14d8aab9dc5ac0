import { type Check, readCheck } from "../../access/diff/review/checks.ts";
import { UsageError } from "../command.ts";
import { readWith } from "./input-files.ts";

/**
 * Reads the checks of `--fail-on`.
 *
 * @throws UsageError for one that does not exist.
 */
export function checksOf({ "fail-on": items = [] }: { readonly "fail-on"?: readonly string[] | undefined }): Check[] {
  const names = items.flatMap((item) => item.split(","));
  return names.map((name) => readWith(`--fail-on ${name}`, () => readCheck(name)));
}

/** The address of a run becomes a link in Markdown, so it must not end the link. */
export function runUrlOf({ "run-url": url = "" }: { readonly "run-url"?: string | undefined }): string | undefined {
  if (url === "") return undefined;
  if (!/^https?:\/\/[\w.:/?&=%~#+-]+$/.test(url)) throw new UsageError(`--run-url ${url} is not the address of a page (https://…)`);
  return url;
}
