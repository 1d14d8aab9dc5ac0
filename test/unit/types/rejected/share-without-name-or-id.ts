// TS2345: one share is found by its name or by its id.
import { getResourceShare } from "../../../../sdk/index.ts";

export const share = getResourceShare({ resourceOwner: "Self" });
