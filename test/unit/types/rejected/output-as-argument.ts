// TS2353: an output is no argument.
import { ResourceShare } from "../../../../sdk/index.ts";

export const share = new ResourceShare("net", { name: "n", status: "Active" });
