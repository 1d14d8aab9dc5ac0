// Every entry point imports this module first: an older Node would fail later, with an error that does not name the cause.
import { unsupportedNode } from "./node-version.ts";

const problem = unsupportedNode(process.versions.node);
// Without a stack trace: the message names the cause and what to do.
if (problem !== undefined) throw Object.assign(new Error(problem), { stack: problem });
