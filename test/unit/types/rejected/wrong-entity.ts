// TS2353: resources are named by `type` and `id`.
import { ResourceShare } from "../../../../sdk/index.ts";

export const share = new ResourceShare("net", { name: "n", resources: [{ resourceType: "VSwitch", id: "vsw-1" }] });
