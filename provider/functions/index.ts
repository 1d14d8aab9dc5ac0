import type { ProgramFunction } from "./types.ts";
import { getResourceShare } from "./get-resource-share.ts";
import { sharingFunctions } from "./sharing.ts";

/** Every function of the Resource Sharing API that programs can call, in the order of the documentation. */
export const functions: readonly ProgramFunction[] = [getResourceShare, ...sharingFunctions];
