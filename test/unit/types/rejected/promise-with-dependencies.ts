// TS2353: a promise is called at once, so that it cannot come after a resource.
import { listResourceShares, ResourceShare } from "../../../../sdk/index.ts";

export const shares = listResourceShares({ resourceOwner: "Self" }, { dependsOn: new ResourceShare("net", { name: "n" }) });
