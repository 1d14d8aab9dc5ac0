import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { didYouMean } from "../../provider/kernel/ids.ts";

/** The schemes of Pulumi's backends. */
const schemes = ["file", "s3", "gs", "azblob", "postgres", "https", "http"];

/**
 * What is wrong with the URL of a backend: Pulumi takes one with a misspelt scheme for its own service, and does not create the folder of a
 * backend in files. The URL is not quoted, because it may have credentials. Pulumi may know more schemes.
 */
export function backendProblem(url: string): string | undefined {
  const [, scheme, path] = /^(\w+):\/\/([^?#]*)/.exec(url) ?? [];
  if (scheme === undefined || path === undefined) return undefined;
  const meant = schemes.includes(scheme) ? "" : didYouMean(scheme, schemes, (name) => `${name}://`);
  if (meant !== "") return `${scheme}:// is no backend of Pulumi${meant}`;
  const folder = path.replace(/^~/, homedir());
  return scheme !== "file" || existsSync(folder) ? undefined : `there is no folder ${folder}: mkdir -p ${folder}`;
}
