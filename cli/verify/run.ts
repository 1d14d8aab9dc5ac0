import { z } from "zod";
import { sharingVersion } from "../../provider/api/define.ts";
import { isPolicyRefusal } from "../../provider/api/error-codes.ts";
import { sharing, type SharingOperations } from "../../provider/api/operations.ts";
import type { Client } from "../../provider/client/client.ts";
import { createClients } from "../../provider/client/client-registry.ts";
import type { AccountConfiguration, Configuration } from "../../provider/client/config/configuration.ts";
import { PermanentConnectionError } from "../../provider/client/errors/failures.ts";
import type { Clock } from "../../provider/kernel/clock.ts";
import { ApiError, ProtocolError } from "../../provider/kernel/errors.ts";
import { parseJson } from "../../provider/kernel/json.ts";
import type { Random } from "../../provider/kernel/random.ts";
import type { Operation } from "../../provider/wire/operation.ts";
import type { HttpRequest, HttpResponse, Transport } from "../../provider/wire/transport.ts";
import { visibilityMs } from "../../provider/lifecycle/freshness.ts";
import { type Answer, type Fields, recordsIn, statusText } from "./answers.ts";

/** What the user permits a run to do besides reading, by the names of the options. */
export interface Permitted {
  /** The account in which shares are created and deleted. */
  readonly "allow-writes": string | undefined;
  readonly throttle: boolean;
  /** The only resource that is put into a share: as the user names it, its id, and the parameters that name it. */
  readonly resource: { readonly text: string; readonly id: string; readonly request: object } | undefined;
  /** The only target of a share: an account, a folder or a directory inside the resource directory. */
  readonly target: string | undefined;
  /** The only account outside the resource directory that is invited. */
  readonly external: string | undefined;
  /** The credentials of the external account, which answers the invitation. */
  readonly receiver: AccountConfiguration | undefined;
}

/** One request to the Resource Sharing service, and its answer. */
export interface Exchange {
  /** The assumption whose check made the call. */
  readonly assumption: string;
  /** When the call was sent, in milliseconds since the run began. */
  readonly at: number;
  /** How long the answer took, in milliseconds. */
  readonly ms: number;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly status: number;
  readonly retryAfter?: string;
  /** Parsed JSON; a text when the answer is no JSON. */
  readonly body: unknown;
}

/** The most calls of a run, without those that delete its shares. */
export const mostCalls = 500;

/** The most shares that a run creates. */
export const mostShares = 4;

/** What the names of all shares of this command begin with. */
export const sharePrefix = "resourceshare-verify-";

/** What a run depends on. */
export interface RunParts {
  readonly configuration: Configuration;
  readonly permitted: Permitted;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  /** The account that the credentials must belong to: the client compares it before each call. */
  readonly accountId: string | undefined;
  /** Ends all calls but those that delete shares. */
  readonly signal: AbortSignal;
  /** Ends the calls that delete shares. */
  readonly cleaningSignal: AbortSignal;
}

/** What a call sends otherwise than the client would: another account's settings, time or nonces. */
interface Variation {
  readonly account?: Partial<AccountConfiguration>;
  readonly clock?: Clock;
  readonly random?: Random;
}

/** Reports that a check could not be tried, and why. */
export class NotTried extends Error {
  override readonly name = "NotTried";
}

/**
 * The calls of one run, and the shares that it creates.
 * The client sends the calls without its checks of requests, and repeats only throttled ones; each is recorded.
 */
export class Run {
  readonly exchanges: Exchange[] = [];
  /** What was measured, by what it is. */
  readonly measured: Record<string, string> = {};
  /** The assumption whose check makes the next calls. */
  assumption = "";
  /** What the names of the run's shares begin with. */
  readonly prefix: string;
  readonly permitted: Permitted;
  readonly region: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly parts: RunParts;
  readonly #began: number;
  readonly #client: Client;
  #callsLeft: number;
  #created = 0;
  #lastCreation = 0;

  constructor(parts: RunParts, calls = mostCalls) {
    this.parts = parts;
    this.permitted = parts.permitted;
    this.clock = parts.clock;
    this.signal = parts.signal;
    this.prefix = `${sharePrefix}${parts.random.hex(8)}-`;
    this.#callsLeft = calls;
    this.#began = parts.clock.now();
    this.#client = this.#clientWith({});
    this.region = this.#client.region;
  }

  /** When the last creation of a share ended; `undefined` when none was sent, so that no share can be left. */
  get lastCreation(): number | undefined {
    return this.#created > 0 ? this.#lastCreation : undefined;
  }

  /** Returns the account that credentials belong to: those of the run, or those of another configured account. */
  callerAccount(account?: AccountConfiguration): Promise<string | undefined> {
    const client = account === undefined ? this.#client : this.#clientWith({ account });
    return client.callerAccount({ signal: this.signal });
  }

  /**
   * Calls an operation; a refusal is an answer.
   * @throws TransportError when no answer arrives
   */
  async ask(operation: string, parameters: object = {}, variation: Variation = {}): Promise<Answer> {
    const client = Object.keys(variation).length === 0 ? this.#client : this.#clientWith(variation);
    try {
      const body = await client.call(openOperation(operation), parameters, { signal: this.signal, isUnbatched: true });
      return { status: 200, code: undefined, body };
    } catch (error) {
      // Such a refusal shows nothing about the assumption.
      if (error instanceof ApiError && (error.code === "ConcurrentExecutionError" || error.category === "throttled"))
        throw new NotTried(`${operation} was refused: ${error.code}`);
      if (error instanceof ApiError && isPolicyRefusal(error.code)) throw new NotTried(`needs the action resourcesharing:${operation}`);
      if (error instanceof ApiError) return { status: error.status, code: error.code, body: {} };
      if (error instanceof ProtocolError) return { status: error.status, code: error.problem.replace(/;.*/, ""), body: {} };
      throw error;
    }
  }

  /**
   * Calls an operation, and returns what it answers.
   * @throws NotTried when the call is refused: what comes after it cannot be tried
   */
  async accepted(operation: string, parameters: object = {}, variation?: Variation): Promise<Fields> {
    const answer = await this.ask(operation, parameters, variation);
    if (answer.code === undefined) return answer.body;
    throw new NotTried(`${operation} was answered ${statusText(answer)}`);
  }

  /**
   * Returns the records of all pages of a list; `path` leads to them in an answer.
   * @throws NotTried when a page is refused, or has a token that a page before it had
   */
  async list(operation: string, parameters: object, path: readonly string[], variation?: Variation): Promise<readonly Fields[]> {
    const found: Fields[] = [];
    const tokens = new Set<unknown>();
    let NextToken: unknown;
    do {
      const body = await this.accepted(operation, { ...parameters, NextToken }, variation);
      found.push(...recordsIn(body, ...path));
      NextToken = body["NextToken"] || undefined;
      if (NextToken !== undefined && tokens.has(NextToken)) throw new NotTried(`${operation} returned a page token twice`);
      tokens.add(NextToken);
    } while (NextToken !== undefined);
    return found;
  }

  /** Creates a share, and returns its id. */
  async create(parameters: object): Promise<string> {
    if (this.#created >= mostShares) throw new NotTried(`the run has created ${mostShares} shares`);
    this.#created += 1;
    const request = { ResourceShareName: `${this.prefix}${this.#created}`, ...parameters };
    // A request that got no answer may have created the share until it ended.
    const body = await this.accepted("CreateResourceShare", request).finally(() => (this.#lastCreation = this.clock.now()));
    const [share] = recordsIn([body["ResourceShare"]]);
    return String(share?.["ResourceShareId"]);
  }

  /** Sends equal calls at once, without the client's own limit; the client repeats those that are throttled. */
  async burst(operation: string, count: number): Promise<void> {
    const client = this.#clientWith({});
    const unlimited = { ...openOperation(operation), limit: undefined };
    const options = { signal: this.signal, isUnbatched: true, deadline: this.clock.now() + 10_000 };
    await Promise.allSettled(Array.from({ length: count }, () => client.call(unlimited, {}, options)));
    this.signal.throwIfAborted();
  }

  /**
   * Repeats a read until its result is as wanted; after two minutes, returns the last result.
   * `beforeMs` is when the last read was made whose result was not as wanted.
   */
  async until<Result>(read: () => Promise<Result>, isWanted: (result: Result) => boolean, mostMs = 120_000) {
    const began = this.clock.now();
    let beforeMs = 0;
    for (let pauseMs = 200; ; pauseMs = Math.min(2000, Math.round(pauseMs * 1.3))) {
      const askedMs = this.clock.now() - began;
      const result = await read();
      const ms = this.clock.now() - began;
      if (isWanted(result) || ms >= mostMs) return { result, ms, beforeMs };
      beforeMs = askedMs;
      await this.clock.sleep(pauseMs, this.signal);
    }
  }

  /** Repeats a read until its result is as wanted, or lists certainly show what was written; returns the last result. */
  async poll<Result>(read: () => Promise<Result>, isWanted: (result: Result) => boolean): Promise<Result> {
    return (await this.until(read, isWanted, visibilityMs)).result;
  }

  #clientWith({ account, clock, random }: Variation): Client {
    const { configuration, accountId } = this.parts;
    // Without this, the guard would look up the account with the variation's time and nonces.
    const guard = clock === undefined && random === undefined && account === undefined ? { accountId } : { accountId: undefined };
    const own = { ...configuration, maxAttempts: 1, account: { ...configuration.account, ...guard, ...account } };
    const parts = { transport: this.#recorded, clock: clock ?? this.clock, random: random ?? this.parts.random };
    return createClients(own, parts).client();
  }

  readonly #recorded: Transport = async (request, signal) => {
    if (this.#callsLeft <= 0) throw new PermanentConnectionError(`all ${mostCalls} calls have been made`);
    this.#callsLeft -= 1;
    const sent = this.clock.now();
    const response = await this.parts.transport(request, signal);
    if (request.headers["x-acs-version"] === sharingVersion) this.#record(request, response, sent);
    return response;
  };

  #record(request: HttpRequest, { status, headers, body }: HttpResponse, sent: number): void {
    const retryAfter = headers["x-acs-retry-after"];
    this.exchanges.push({
      assumption: this.assumption,
      at: sent - this.#began,
      ms: this.clock.now() - sent,
      operation: request.headers["x-acs-action"] ?? "",
      parameters: Object.fromEntries(new URL(request.url).searchParams),
      status,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      body: parseJson(body) ?? body,
    });
  }
}

/** An operation by name, without a schema: it sends any parameters and decodes any answer. */
function openOperation(name: string): Operation<string, object, Record<string, unknown>> {
  const limit = isSharingOperation(name) ? sharing[name].limit : undefined;
  // Neither a read nor idempotent: equal calls are all sent, and a failed one is not sent again.
  const kind = { idempotent: false, reads: false, limit, items: undefined };
  return { ...sharing.DescribeRegions, ...kind, name, request: z.looseObject({}), response: z.record(z.string(), z.unknown()) };
}

function isSharingOperation(name: string): name is keyof SharingOperations {
  return Object.hasOwn(sharing, name);
}
