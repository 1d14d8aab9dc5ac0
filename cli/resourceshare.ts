#!/usr/bin/env node
import { unsupportedNode } from "../provider/kernel/node-version.ts";

// The other modules may not load in an older Node, so they are imported after this check.
const problem = unsupportedNode(process.versions.node);
if (problem === undefined) void import("./main.ts");
else {
  process.stderr.write(`resourceshare: ${problem}\n`);
  process.exitCode = 1;
}
