import { tokenOfResource, urnParts } from "../kernel/type-tokens.ts";
import type { ProcessHost } from "../host/process.ts";
import { didYouMean } from "../kernel/ids.ts";
import { InputError } from "../kernel/errors.ts";
import type { Driver, OperationContext } from "../lifecycle/driver.ts";
import type { Resource } from "../lifecycle/resource.ts";

/** What the calls of one provider process have in common. */
export interface Plugin {
  readonly host: ProcessHost;
  readonly resources: readonly Resource[];
  /** The package schema, schema.json. */
  readonly schema: { readonly version: string };
  readonly environment: NodeJS.ProcessEnv;
}

/** An operation of the engine on a resource. */
interface ResourceOperation {
  readonly resource: Resource;
  readonly driver: Driver;
  readonly context: OperationContext;
}

/** The members of requests that name their resource. */
interface ResourceRequest {
  getUrn(): string;
  getTimeout?(): number;
}

/** Returns the resource of a request, its driver, and the parameters of the operation. */
export async function operationOf({ host, resources }: Plugin, request: ResourceRequest): Promise<ResourceOperation> {
  const urn = request.getUrn();
  const token = urnParts(urn)?.types.at(-1) ?? "";
  const resource = resources.find((one) => tokenOfResource(one.token) === token);
  if (resource === undefined) {
    const meant = didYouMean(
      token,
      resources.map((one) => tokenOfResource(one.token)),
    );
    throw InputError.of("type", `this version of the plugin resourceshare has no resource ${token}${meant}`);
  }
  const seconds = request.getTimeout?.() ?? 0;
  const context = { urn, origin: host.originOfProcess(), timeoutMs: seconds > 0 ? seconds * 1000 : undefined };
  return { resource, driver: await host.driver(resource), context };
}
