import type { dynamic } from "@pulumi/pulumi";
import { InputError, printed } from "../kernel/errors.ts";
import type { Failure } from "../kernel/errors.ts";
import { sameJson } from "../kernel/json.ts";
import type { Driver, OperationContext, Outcome } from "../lifecycle/driver.ts";
import type { Values } from "../lifecycle/resource.ts";
import { KeptError, presentable } from "./failures.ts";
import {
  givenOf,
  internalsOf,
  isLookup,
  originOf,
  shareOf,
  timeoutFailures,
  timeoutOf,
  urnOf,
  withoutGiven,
  withoutLookup,
} from "./internal-properties.ts";
import type { Timed } from "./internal-properties.ts";
import { printableValues } from "./printable-values.ts";
import { secretsOf, withSecrets } from "./secrets.ts";
import { received, sendable } from "./values.ts";

/** What stands behind every resource of the process. */
export interface ProviderHost {
  /** Hands over the stack's configuration; the first one counts. */
  configure(record: Values): void;
  /** The driver of a kind, once the configuration is known to be good. */
  driver(kind: string): Promise<Driver>;
  /** What is wrong with the account and the region that a resource names. */
  checkPlacement(inputs: Values): Promise<readonly Failure[]>;
}

/** All seven members: what Pulumi's dynamic-provider process may call. */
export type DynamicProvider = Required<Omit<dynamic.ResourceProvider, "configure">> & {
  configure(request: { readonly config: object }): Promise<void>;
};

/** One kind of resource as Pulumi's dynamic-provider process wants it. */
export function createDynamicProvider(kind: string, naturalKey: boolean, host: ProviderHost): DynamicProvider {
  /** The newest names of what was renamed, by the names that states have: an id may be that of several resources. */
  const names = new Map<string, string>();

  const operationContext = (id: string, properties: Values, operation?: Timed): OperationContext => ({
    urn: urnOf(properties) ?? `${kind} ${id}`,
    origin: originOf(properties),
    share: shareOf(properties),
    timeoutMs: operation && timeoutOf(properties, operation),
  });
  const later = (id: string, properties: Values, operation: Timed): OperationContext => ({
    ...operationContext(id, properties, operation),
    urn: names.get(urnOf(properties) ?? "") ?? urnOf(properties) ?? `${kind} ${id}`,
  });
  const doing = async <T>(what: string, work: (driver: Driver) => T | Promise<T>): Promise<T> => {
    try {
      return await work(await host.driver(kind));
    } catch (error) {
      throw error instanceof KeptError ? error : presentable(error, `${what} of ${kind}`);
    }
  };
  const kept = (outcome: Outcome, properties: Values, what: string) => {
    const given = outcome.given === undefined ? {} : { __given: outcome.given };
    const outs = { ...withSecrets(printableValues(sendable(outcome.state), properties), properties), ...internalsOf(properties), ...given };
    if (outcome.failure) throw new KeptError(presentable(outcome.failure, `${what} of ${kind}`), outcome.id, outs);
    return { id: outcome.id, outs };
  };

  return {
    configure: (request) => {
      // Returning without an error keeps later calls from running unconfigured; each of them reports what is wrong.
      host.configure("rawConfig" in request.config ? asValues(request.config.rawConfig) : {});
      return Promise.resolve();
    },

    check: (olds: unknown, news: unknown) =>
      doing("check", async (driver) => {
        const properties = asValues(news);
        const values = received(properties);
        const { inputs, failures } = driver.check(values, {
          ...operationContext("", properties),
          isNew: Object.keys(asValues(olds)).length === 0,
        });
        return {
          inputs: { ...sendable(inputs), ...internalsOf(properties) },
          failures: [...timeoutFailures(properties), ...failures, ...(await host.checkPlacement(values))].map(printed),
        };
      }).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        // Beside failures the engine looks at no inputs.
        return { inputs: {}, failures: [...error.failures] };
      }),

    diff: (id, olds: unknown, news: unknown) =>
      doing("diff", (driver) => {
        const properties = asValues(news);
        const [before, name] = [urnOf(asValues(olds)), urnOf(properties)];
        if (before !== undefined && name !== undefined) names.set(before, name);
        const { changed, replaces, needsReconcile } = driver.diff(
          id,
          received(asValues(olds)),
          received(properties),
          operationContext(id, properties),
        );
        // What has become secret, or is secret no more, is written anew.
        const isAsSecret = sameJson(secretsOf(asValues(olds)), secretsOf(properties));
        if (changed.length === 0) return { changes: needsReconcile || !isAsSecret };
        // Without a verdict the engine compares the inputs itself, which gives users the details.
        return { replaces: [...replaces], deleteBeforeReplace: naturalKey && replaces.length > 0 };
      }),

    create: (inputs: unknown) =>
      doing("create", async (driver) => {
        const properties = asValues(inputs);
        return kept(await driver.create(received(properties), operationContext("", properties, "create")), properties, "create");
      }),

    read: (id, props: unknown) =>
      doing("read", async (driver) => {
        const properties = asValues(props);
        const found = await driver.read(id, received(properties), { ...later(id, properties, "read"), given: givenOf(properties) });
        // The engine takes a blank id for "gone" in a refresh only; to a program that looks something up it must be an error.
        if (found === undefined && isLookup(properties)) throw InputError.of("id", `there is no ${kind} ${id} in this account and region`);
        if (found === undefined) return { id: "", props: {} };
        const internals = internalsOf(properties);
        return {
          id: found.id,
          props: { ...withSecrets(printableValues(sendable(found.state), properties), properties), ...withoutLookup(internals) },
          inputs: { ...printableValues(sendable(found.inputs), properties), ...withoutGiven(internals) },
        };
      }),

    update: (id, olds: unknown, news: unknown) =>
      doing("update", async (driver) => {
        const properties = asValues(news);
        const outcome = await driver.update(id, received(asValues(olds)), received(properties), operationContext(id, properties, "update"));
        return kept(outcome, properties, "update");
      }),

    delete: (id, props: unknown) =>
      doing("delete", (driver) => {
        const properties = asValues(props);
        return driver.delete(id, received(properties), later(id, properties, "delete"));
      }),
  };
}

/** Pulumi's interface says `any`; what arrives is always a bag of properties. */
function asValues(bag: unknown): Values {
  return typeof bag === "object" && bag !== null ? (bag as Values) : {};
}
