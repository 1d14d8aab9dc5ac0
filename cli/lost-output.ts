import type { EventEmitter } from "node:events";

/**
 * Drops output that nothing reads any more, because the reader of a pipe has ended (`| head`) or the terminal is closed. The command goes on
 * and sets its own exit code: a failed check must fail the pipeline, also when its report is not read.
 */
export function dropLostOutput(stream: EventEmitter & { readonly isTTY?: boolean }): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const isLost = error.code === "EPIPE" || (error.code === "EIO" && stream.isTTY === true);
    if (!isLost) throw error;
  });
}
