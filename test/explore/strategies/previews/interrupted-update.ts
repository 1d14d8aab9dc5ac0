import type { Program } from "../../../support/random-programs/model.ts";
import type { RandomChoices } from "../../../support/random-programs/random.ts";
import { entriesOf } from "../../../support/random-programs/render.ts";
import { faultNamed } from "../../faults/call-faults.ts";
import { faultAt, startFaultyProcess } from "../../faults/faulty-process.ts";
import { optionsOf, type StackFixture, startCommand } from "./stack-fixture.ts";

const faults = ["403", "no connection from here on", "killed before its answer"] as const;

/** How long later the next command begins, in milliseconds. */
const laterMs = 60_000;

/** Applies a program with an update that fails at a random write; returns what has happened, in words. */
export async function interruptUpdate(stack: StackFixture, program: Program, random: RandomChoices): Promise<string> {
  const { harness, place, engine } = stack;
  const fault = faultNamed(random.pick(faults));
  const at = 1 + random.integerBelow(8);
  const { process, killed } = startFaultyProcess(harness, optionsOf(stack), faultAt({ fault, at }));
  const { failures, wasKilled } = await engine.up(process, entriesOf(program, place), { killed });
  process.kill();
  harness.clock.advance(laterMs);
  // The checkpoint may be older than the service: a preview compares with the checkpoint.
  const isStale = fault.name !== "403";
  if (isStale) await engine.refresh(startCommand(stack));
  const result = wasKilled ? "the engine was killed" : failures.join("; ") || "nothing failed";
  return `${fault.name} at write ${at}${isStale ? ", and the state was refreshed" : ""}: ${result}`;
}
