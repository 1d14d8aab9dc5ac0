import type { ProgramFunction } from "./types.ts";
import { getResourceShare } from "./get-resource-share.ts";
import { sharingFunctions } from "./sharing.ts";

/** Every function that programs can call, in the order of the documents. */
export const functions: readonly ProgramFunction[] = [getResourceShare, ...sharingFunctions];
