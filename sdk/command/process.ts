import { setFlagsFromString } from "node:v8";
import { run } from "./run.ts";

// A command reads much data once and keeps little. A growing semi-space of V8 would use a third of the memory and save no time.
setFlagsFromString("--semi-space-growth-factor=1");

// A consumer that closes the pipe early (`| head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

void run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  // Signals are handled for commands that wait for them only: the others end at the first Ctrl-C.
  get interrupted() {
    return new Promise<void>((resolve) => {
      process.once("SIGINT", () => resolve());
      process.once("SIGTERM", () => resolve());
    });
  },
}).then((code) => {
  process.exitCode = code;
});
