// TS2345: a share needs a name.
import { ResourceShare } from "../../../../sdk/index.ts";

export const share = new ResourceShare("net", { targets: ["123"] });
