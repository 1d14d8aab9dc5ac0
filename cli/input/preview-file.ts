import { InputError } from "../../provider/kernel/errors.ts";
import { type Preview, readPreview } from "../../access/diff/preview.ts";
import { UsageError } from "../command.ts";
import { problemOf, textOfInput } from "./input-files.ts";
import { allQuotable } from "./pulumi.ts";

/**
 * Reads the preview in a file, or with `-` from standard input.
 *
 * @throws UsageError when it is no preview, or the preview failed
 */
export async function previewInFile(place: string): Promise<Preview> {
  const text = await textOfInput(place);
  try {
    return readPreview(text);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const [reason = ""] = await allQuotable([problemOf(text, error)]);
    throw new UsageError(`${place === "-" ? "standard input" : place}: ${reason}`);
  }
}
