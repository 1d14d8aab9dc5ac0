import { createClients } from "../../../../provider/client/client-registry.ts";
import { readConfiguration } from "../../../../provider/client/config/configuration.ts";
import { seededRandom } from "../../../../provider/kernel/random.ts";
import type { Binding } from "../../../../provider/kernel/type-tokens.ts";
import type { Transport } from "../../../../provider/wire/transport.ts";
import { diffAccess, type DiffSources } from "../../../../access/diff/access-diff.ts";
import { lookUp } from "../../../../access/diff/live-lookup.ts";
import { readPreview } from "../../../../access/diff/preview.ts";
import { Report, toReport } from "../../../../access/diff/report.ts";
import { readState } from "../../../../access/stack-state.ts";
import { type Harness, type Options, type ProviderProcess, startProcess } from "../../engine/provider-process.ts";
import { createHarness } from "../../../support/harness.ts";
import { accountNames, credentialsOf, type Workspace, worldOf } from "../../../support/random-programs/workspace.ts";
import type { ExecutedStep } from "../../engine/deployment.ts";
import { Engine } from "../../engine/engine.ts";
import { exportedState, previewDocument } from "../../engine/preview-document.ts";

/** One stack of one program against a simulated service, all in this process. */
export interface StackFixture {
  readonly place: Workspace;
  readonly binding: Binding;
  readonly harness: Harness;
  readonly engine: Engine;
}

/** Opens a stack without resources. */
export function openStack(place: Workspace, binding: Binding): StackFixture {
  return { place, binding, harness: createHarness({ world: worldOf([place]), limits: false }), engine: new Engine() };
}

/** Returns the options of each provider process of a stack. */
export function optionsOf({ place, binding }: StackFixture): Options {
  const accounts = Object.fromEntries(accountNames(place).map(({ name, id }) => [name, id]));
  return { binding, accounts, accountId: place.owners.main.id };
}

/** Starts the provider process of one command. */
export function startCommand(stack: StackFixture, transport?: Transport): ProviderProcess {
  return startProcess(stack.harness, { ...optionsOf(stack), ...(transport && { transport }) });
}

/** Predicts the access after an update from the steps of its preview: from them alone, and with the state and a read of the service (which lists `read`). */
export async function predictAccess({ place, harness, engine }: StackFixture, steps: readonly ExecutedStep[]) {
  const preview = readPreview(previewDocument(steps));
  const { simulator, clock } = harness;
  const random = seededRandom(clock.now());
  const clients = createClients(readConfiguration({}, credentialsOf([place])), { transport: simulator.transport, clock, random });
  const state = readState(exportedState(engine.entries)).resources;
  const live = await lookUp(clients, preview.steps, state);
  const changesOf = (sources: DiffSources) => Report.parse(JSON.parse(toReport(diffAccess(preview, sources)))).changes;
  return { alone: changesOf({}), live: changesOf({ live, state }), read: new Set(live.shares.keys()) };
}
