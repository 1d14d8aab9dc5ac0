import { createDynamicProvider } from "../../../provider/dynamic/provider.ts";
import type { ProviderHost } from "../../../provider/host/process.ts";
import type { Resource, Values } from "../../../provider/lifecycle/resource.ts";
import { resources } from "../../../provider/resources/index.ts";
import type { Kind } from "../harness.ts";
import type { BoundProvider } from "./bound-provider.ts";

/** Returns one kind of resource as Pulumi's dynamic-provider process offers it: with JSON in both directions. */
export function dynamicBinding(kind: Kind, host: ProviderHost): BoundProvider {
  const provider = createDynamicProvider(resourceOf(kind), host);
  return {
    check: async (olds, news) => {
      const { inputs, failures } = await provider.check(jsonCopy(olds), jsonCopy(news));
      return { inputs: jsonCopy(inputs), failures: failures ?? [] };
    },
    diff: (id, olds, news) => provider.diff(id, jsonCopy(olds), jsonCopy(news)),
    create: async (inputs) => {
      const { id, outs } = await provider.create(jsonCopy(inputs));
      return { id, outs: jsonCopy(outs) };
    },
    read: async (id, props) => {
      const read = await provider.read(id, jsonCopy(props));
      return { id: read.id ?? "", props: jsonCopy(read.props), inputs: read.inputs && jsonCopy(read.inputs) };
    },
    update: async (id, olds, news) => ({ outs: jsonCopy((await provider.update(id, jsonCopy(olds), jsonCopy(news))).outs) }),
    delete: (id, props) => provider.delete(id, jsonCopy(props)),
  };
}

/** Returns the resource of a kind. */
export function resourceOf(kind: Kind): Resource {
  const resource = resources.find(({ token }) => token === kind);
  if (resource === undefined) throw new Error(`there is no resource ${kind}`);
  return resource;
}

/** Returns a value after the engine's JSON encoding. */
export function jsonCopy(values: unknown): Values {
  return JSON.parse(JSON.stringify(values ?? {})) as Values;
}
