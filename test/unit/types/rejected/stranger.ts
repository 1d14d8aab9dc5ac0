// TS2561: `targts` is no argument, and the compiler knows which one is meant.
import { ResourceShare } from "../../../../sdk/index.ts";

export const share = new ResourceShare("net", { name: "n", targts: ["123"] });
