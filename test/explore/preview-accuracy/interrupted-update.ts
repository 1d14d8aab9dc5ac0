import type { Transport } from "../../../provider/wire/transport.ts";
import type { Program } from "../../support/random-programs/model.ts";
import type { RandomChoices } from "../../support/random-programs/random.ts";
import { refusal } from "../../support/random-programs/refusal.ts";
import { entriesOf } from "../../support/random-programs/render.ts";
import { type StackFixture, startCommand } from "./stack-fixture.ts";
import { isReadOperation } from "../../support/is-read-operation.ts";

const ways = ["a call was refused", "no call got through", "the process was killed"] as const;

/** How long later the next command begins, in milliseconds. */
const laterMs = 60_000;

/** Applies a program with an update that fails at a random write; returns what has happened, in words. */
export async function interruptUpdate(stack: StackFixture, program: Program, random: RandomChoices): Promise<string> {
  const { harness, place, engine } = stack;
  const way = random.pick(ways);
  const at = 1 + random.integerBelow(8);
  const { promise: killed, resolve: kill } = Promise.withResolvers<void>();
  let count = 0;
  const transport: Transport = async (request, signal) => {
    if (!isReadOperation(request.headers["x-acs-action"] ?? "")) count += 1;
    if (way === "no call got through" && count >= at) throw new Error("the connection was refused");
    if (way === "a call was refused" && count === at) {
      count += 1;
      return refusal;
    }
    const answer = await harness.simulator.transport(request, signal);
    if (way !== "the process was killed" || count !== at) return answer;
    process.kill();
    kill();
    return new Promise<never>(() => undefined);
  };
  const process = startCommand(stack, transport);
  const result = await engine.up(process, entriesOf(program, place), { killed });
  process.kill();
  harness.clock.advance(laterMs);
  // The checkpoint may be older than the service: a preview compares with the checkpoint.
  const isStale = way !== "a call was refused";
  if (isStale) await engine.refresh(startCommand(stack));
  return `${way} at write ${at}${isStale ? ", and the state was refreshed" : ""}: ${result.failures.join("; ") || "nothing failed"}`;
}
