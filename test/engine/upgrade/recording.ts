import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock, type Clock } from "../../../provider/kernel/clock.ts";
import type { FullWorldFile, SimulatorOptions } from "../../../simulator/index.ts";
import type { Binding, BindingName } from "../binding.ts";
import { openStack, type Stack } from "../stack.ts";

/** A stack of an older version, and the world that its state names. */
export interface Recording {
  /** The resources of the program, as the text of a module that has `rs`. */
  readonly program: string;
  /** The service's time at the end, in ISO 8601. */
  readonly recordedAt: string;
  /** The text of the stack's file. */
  readonly state: unknown;
  readonly world: FullWorldFile;
}

/** A stack that is recorded for each version: all resources at rest, and resources that a failed update has left. */
export const stackNames = ["finished", "unfinished"] as const;
export type StackName = (typeof stackNames)[number];

/** The versions that have recordings. */
export function recordedVersions(): readonly string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

/** The file of a recording. */
export function recordingPath(version: string, stack: StackName, binding: BindingName): string {
  return join(import.meta.dirname, version, `${stack}-${binding}.json`);
}

/** The file of the requests that the engine makes to the plugin. */
export function requestsPath(version: string): string {
  return join(import.meta.dirname, version, "requests-plugin.json");
}

export function readRecording(path: string): Recording {
  // `record.ts` has written the file.
  return JSON.parse(readFileSync(path, "utf8")) as Recording;
}

/** Opens a recorded stack with the present code. */
export async function openRecording(binding: Binding, recording: Recording): Promise<Stack> {
  const files = { ...binding.files, "index.js": binding.program(recording.program) };
  const stack = await openStack({ simulator: serviceOf(recording), files });
  stack.project.restore(JSON.stringify(recording.state));
  return stack;
}

/** Returns the options of a service that has the recorded world. It continues at the time of the recording, so that its open invitations are open. */
export function serviceOf({ recordedAt, world }: Recording): SimulatorOptions {
  const ageMs = systemClock.now() - Date.parse(recordedAt);
  const clock: Clock = { ...systemClock, now: () => systemClock.now() - ageMs };
  return { clock, world, pace: { associate: 200 } };
}
