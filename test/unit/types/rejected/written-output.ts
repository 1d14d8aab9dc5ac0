// TS2540: outputs are read only.
import { ResourceShare } from "../../../../sdk/index.ts";

const share = new ResourceShare("net", { name: "n" });
share.status = share.id;
