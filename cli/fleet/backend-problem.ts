import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { didYouMean } from "../../provider/kernel/ids.ts";
import { hasSecretForm } from "../../access/output/secret-forms.ts";

/** The schemes of the backends that Pulumi has. */
const schemes = ["file", "s3", "gs", "azblob", "postgres", "https", "http"];

/** What is wrong with the URL of a backend: Pulumi takes one with an unknown scheme for its own service, and does not create the folder of a backend in files. */
export function backendProblem(url: string): string | undefined {
  const [, scheme, path] = /^(\w+):\/\/([^?#]*)/.exec(url) ?? [];
  if (scheme === undefined || path === undefined) return undefined;
  if (!schemes.includes(scheme)) {
    // A URL of the environment may have credentials.
    const shown = hasSecretForm(url) ? "it" : url;
    return `${shown} begins with ${scheme}://, which Pulumi does not know: ${schemes.join(", ")}${didYouMean(scheme, schemes)}`;
  }
  const folder = path.replace(/^~/, homedir());
  return scheme !== "file" || existsSync(folder) ? undefined : `there is no folder ${folder}: mkdir -p ${folder}`;
}
