import { setFlagsFromString } from "node:v8";
import { fileProblem } from "./input/input-files.ts";
import { dropLostOutput } from "./lost-output.ts";
import { nextInterruption } from "./process-signals.ts";
import { exitCodes } from "./exit-codes.ts";
import { run } from "./run.ts";

// A command reads much data once and keeps little. A growing semi-space of V8 would use a third of the memory and save no time.
setFlagsFromString("--semi-space-growth-factor=1");

dropLostOutput(process.stdout, (error) => {
  process.stderr.write(`resourceshare: the output cannot be written: ${fileProblem(error, error.message)}\n`);
  process.exit(exitCodes.failed);
});
dropLostOutput(process.stderr, () => process.exit(exitCodes.failed));

// A command that handles signals itself, as `simulate`, has a listener of its own. The others end at the first Ctrl-C.
process.on("SIGINT", () => {
  if (process.listenerCount("SIGINT") > 1) return;
  process.stderr.write("resourceshare: interrupted\n");
  process.exit(exitCodes.interrupted);
});

void run(process.argv.slice(2), {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  get interrupted() {
    return nextInterruption();
  },
}).then((code) => {
  process.exitCode = code;
});
