import type { Outcome } from "../../provider/lifecycle/driver.ts";
import type { Values } from "../../provider/lifecycle/resource.ts";
import type { Transport } from "../../provider/wire/transport.ts";
import { createHarness, type Kind, type Run, type Runner, type Settings } from "./harness.ts";
import { aShare } from "./resource-scenarios.ts";
import { checkedBy, refresh, up, updateIfChanged, urn } from "./resource-suite.ts";

/** A fault that never occurs: the simulated service keeps what it has, for lists that later faults make older. */
export const keepsHistory = { operation: "ListResourceShares", nth: 100_000, fault: { kind: "stale", ms: 5_000 } } as const;

/** The refusal of a caller that lacks a permission. */
export const denied = { kind: "error", status: 403, code: "NoPermission" } as const;

interface Opening extends Settings {
  /** The share that the resource is about, as another program has created it; its id becomes the argument `shareId`. */
  readonly share?: Values;
  readonly runner?: Runner;
}

/** A simulated service, and a provider process with one resource. */
export async function openResource(token: Kind, { share, runner, ...settings }: Opening = {}) {
  const harness = createHarness(settings);
  const shareId = share === undefined ? "" : await aShare(harness, share);
  const start = (other = runner) => {
    const process = harness.run(other);
    /** The different lines of progress, in order. */
    const progress = () =>
      process.logs
        .filter(({ level }) => level === "status")
        .map(({ message }) => message)
        .filter((text, at, all) => text !== all[at - 1]);
    return { ...resourceIn(process, token, "it", shareId), process, logs: process.logs, warnings: process.warnings, progress };
  };
  const { outOfBand, faults } = harness.simulator;
  /** The share as the present world has it; a test may load another one. */
  const shareOf = (id: string) => harness.simulator.world.shares.get(id);
  return {
    ...harness,
    ...{ shareId, outOfBand, faults },
    /** The ids of the resources and targets in the share, sorted. */
    entities: (id = shareId) => [...(shareOf(id)?.live.values() ?? [])].map((entity) => entity.id).toSorted(),
    /** The tags of the share by key. */
    tags: (id = shareId): Record<string, string> => Object.fromEntries(shareOf(id)?.tags ?? []),
    /** The names of the permissions of the share, sorted. */
    permissions: (id = shareId) => [...(shareOf(id)?.permissions.values() ?? [])].map(({ name }) => name).toSorted(),
    /** Starts another provider process for the same resource. */
    again: start,
    ...start(),
  };
}

/** What the engine does with a resource in one provider process. */
function resourceIn(process: Run, token: Kind, name: string, shareId: string) {
  const driver = process.driver(token);
  const self = urn(token, name);
  const whole = (inputs: Values) => (token === "ResourceShare" || shareId === "" ? inputs : { shareId, ...inputs });
  const checked = (inputs: Values) => checkedBy(driver, whole(inputs), self);
  return {
    ...{ driver, self },
    /** Another resource in the same process. */
    as: (other: string, kind = token) => resourceIn(process, kind, other, shareId),
    check: (inputs: Values) => driver.check(whole(inputs), { urn: self }).failures,
    /** Creates, and throws a failure. */
    up: (inputs: Values = {}) => up(driver, whole(inputs), self),
    /** Creates, and returns a failure with what is kept. */
    create: async (inputs: Values = {}, timeoutMs?: number) => driver.create(checked(inputs), { urn: self, timeoutMs }),
    diff: (made: Outcome, inputs: Values = {}) => driver.diff(made.id, made.state, checked(inputs), { urn: self }),
    /** Updates where there is a difference, and throws a failure. */
    update: (made: Outcome, inputs: Values = {}) => updateIfChanged(driver, made, whole(inputs), self),
    /** Updates, and returns a failure with what is kept. */
    change: async (made: Outcome, inputs: Values = {}, timeoutMs?: number) =>
      driver.update(made.id, made.state, checked(inputs), { urn: self, timeoutMs }),
    refresh: (made: Outcome) => refresh(driver, made, self),
    /** Reads by an id and what is known of the arguments. */
    read: (id: string, known: Values = {}) => driver.read(id, known, { urn: self }),
    remove: (made: Outcome, timeoutMs?: number) => driver.delete(made.id, made.state, { urn: self, timeoutMs }),
  };
}

/** A service that answers with other texts: to one operation, or to all. */
export function answering(transport: Transport, change: (body: string) => string, operation?: string): Transport {
  return async (request, signal) => {
    const answer = await transport(request, signal);
    const isChanged = operation === undefined || request.headers["x-acs-action"] === operation;
    return isChanged ? { ...answer, body: change(answer.body) } : answer;
  };
}
