import type { ProgramFunction } from "../lifecycle/function.ts";
import { getResourceShare } from "./share.ts";
import { sharingFunctions } from "./sharing.ts";

/** Every function that programs can call, in the order of the documents. */
export const functions: readonly ProgramFunction[] = [getResourceShare, ...sharingFunctions];
