import type { dynamic } from "@pulumi/pulumi";
import { type Failure, InputError } from "../kernel/errors.ts";
import { isRecord } from "../kernel/json.ts";
import { singleLine } from "../kernel/printable.ts";
import type { Driver, OperationContext, Outcome } from "../lifecycle/driver.ts";
import type { Resource, Values } from "../lifecycle/resource.ts";
import { KeptError, presentable, presentableFailure } from "../host/provider-errors.ts";
import { printableValues } from "../host/printable-values.ts";
import type { ProviderHost } from "../host/process.ts";
import { withSecretArguments, withSecrets } from "../host/secrets.ts";
import { received, sendable } from "../host/engine-values.ts";
import { internalsOf, passedBy, isStoredAnew, timeoutFailures, timeoutOf, type Timed } from "./internal-properties.ts";

/** A dynamic provider with all seven members that Pulumi's dynamic-provider process may call. */
export type DynamicProvider = Required<Omit<dynamic.ResourceProvider, "configure">> & {
  configure(request: { readonly config: object }): Promise<void>;
};

/** Creates the dynamic provider of one kind of resource. */
export function createDynamicProvider(resource: Resource, host: ProviderHost): DynamicProvider {
  const { token: kind } = resource;
  /** The newest URN of each renamed resource, by the URN in its state. The id is no key: several resources may have the same. */
  const names = new Map<string, string>();

  const operationContext = (id: string, properties: Values, operation?: Timed): OperationContext => {
    const { urn = `${kind} ${id}`, origin, share } = passedBy(properties);
    return {
      urn,
      origin: origin && host.stateOrigin(origin),
      urns: { shareId: share },
      timeoutMs: operation && timeoutOf(properties, operation),
    };
  };
  /** The context of an operation that gets the stored state only, whose URN may be an older one. */
  const contextOfStored = (id: string, properties: Values, operation: Timed): OperationContext => {
    const context = operationContext(id, properties, operation);
    return { ...context, urn: names.get(context.urn) ?? context.urn };
  };
  const doing = async <T>(what: string, work: (driver: Driver) => T | Promise<T>): Promise<T> => {
    try {
      return await work(await host.driver(resource));
    } catch (error) {
      throw error instanceof KeptError ? error : presentable(error, `${what} of ${kind}`);
    }
  };
  const kept = ({ id, state, given, failure }: Outcome, properties: Values, what: string, before: Values = {}) => {
    const outputs = printableValues(sendable(state), properties);
    const internals = { ...internalsOf(properties), ...(given && { __given: given }) };
    const { secrets } = passedBy(properties);
    if (failure === undefined) return { id: singleLine(id), outs: { ...withSecrets(resource, outputs, secrets), ...internals } };
    // The outputs may have the values before, and stay secret in a refresh.
    const all = [...new Set([...secrets, ...passedBy(before).secrets])];
    const outs = { ...withSecretArguments(resource, outputs, all), ...internals, ...(all.length > 0 && { __secrets: all }) };
    throw new KeptError(presentable(failure, `${what} of ${kind}`), singleLine(id), outs);
  };

  return {
    configure: (request) => {
      // This call never fails: each later operation reports a wrong configuration.
      host.configure("rawConfig" in request.config ? asValues(request.config.rawConfig) : {});
      return Promise.resolve();
    },

    check: (olds: unknown, news: unknown) =>
      doing("check", async (driver) => {
        const properties = asValues(news);
        const values = received(properties);
        const isNew = Object.keys(asValues(olds)).length === 0;
        const context = operationContext("", properties);
        const { inputs, failures } = driver.check(values, {
          ...context,
          isNew,
          previous: received(asValues(olds)),
          region: await host.configuredRegion(values),
        });
        return {
          inputs: { ...sendable(inputs), ...internalsOf(properties) },
          failures: presented(properties, [
            ...timeoutFailures(properties),
            ...failures,
            ...(await host.checkPlacement(resource, values, isNew, context.urn)),
          ]),
        };
      }).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        // The engine ignores the inputs when there are failures.
        return { inputs: {}, failures: presented(asValues(news), error.failures) };
      }),

    diff: (id, olds: unknown, news: unknown) =>
      doing("diff", async (driver) => {
        const properties = asValues(news);
        const wanted = received(properties);
        const [before, now] = [passedBy(asValues(olds)), passedBy(properties)];
        if (before.urn !== undefined && now.urn !== undefined) names.set(before.urn, now.urn);
        const { changed, replaces, needsReconcile } = driver.diff(id, received(asValues(olds)), wanted, {
          ...operationContext(id, properties),
          region: await host.configuredRegion(wanted),
        });
        if (changed.length === 0) return { changes: needsReconcile || isStoredAnew(asValues(olds), properties) };
        // `changes` is not set: the engine then compares the inputs itself and shows the details.
        return { replaces: [...replaces], deleteBeforeReplace: resource.deletesBeforeReplacement && replaces.length > 0 };
      }),

    create: (inputs: unknown) =>
      doing("create", async (driver) => {
        const properties = asValues(inputs);
        return kept(await driver.create(received(properties), operationContext("", properties, "create")), properties, "create");
      }),

    read: (id, props: unknown) =>
      doing("read", async (driver) => {
        const properties = asValues(props);
        const { given, isLookup, secrets } = passedBy(properties);
        const context = { ...contextOfStored(id, properties, "read"), given, isLookup };
        const found = await driver.read(id, received(properties), context);
        // The empty id means in a refresh that the resource is gone.
        if (found === undefined) return { id: "", props: {} };
        const internals = internalsOf(properties);
        const { __lookup: _lookup, ...ofOutputs } = internals;
        const { __given: _given, ...ofInputs } = internals;
        return {
          id: singleLine(found.id),
          props: { ...withSecrets(resource, printableValues(sendable(found.state), properties), secrets), ...ofOutputs },
          inputs: { ...printableValues(sendable(found.inputs), properties), ...ofInputs },
        };
      }),

    update: (id, olds: unknown, news: unknown) =>
      doing("update", async (driver) => {
        const properties = asValues(news);
        const before = asValues(olds);
        const outcome = await driver.update(id, received(before), received(properties), {
          ...operationContext(id, properties, "update"),
          isStoredAnew: isStoredAnew(before, properties),
        });
        return kept(outcome, properties, "update", before);
      }),

    delete: (id, props: unknown) =>
      doing("delete", (driver) => {
        const properties = asValues(props);
        return driver.delete(id, received(properties), contextOfStored(id, properties, "delete"));
      }),
  };
}

function presented(properties: Values, failures: readonly Failure[]): Failure[] {
  return failures.map((failure) => presentableFailure(failure, properties, passedBy(properties).secrets));
}

/** Pulumi's interface has the type `any`, but every value is an object of properties. */
function asValues(bag: unknown): Values {
  return isRecord(bag) ? bag : {};
}
