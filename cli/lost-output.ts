import type { EventEmitter } from "node:events";

/** What a stream needs here: errors, and whether it is a terminal. */
type Output = EventEmitter & { readonly isTTY?: boolean };

/**
 * Drops output that nothing reads any more, because the reader of a pipe has ended (`| head`) or the terminal is closed. The command goes on
 * and sets its own exit code: a failed check must fail the pipeline, also when its report is not read.
 *
 * @param fail Called when output cannot be written for another reason, such as a full disk.
 */
export function dropLostOutput(stream: Output, fail: (error: Error) => void): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const isLost = error.code === "EPIPE" || (error.code === "EIO" && stream.isTTY === true);
    if (!isLost) fail(error);
  });
}
