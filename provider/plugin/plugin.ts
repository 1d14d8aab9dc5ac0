import { tokenOfResource } from "../kernel/type-tokens.ts";
import type { ProcessHost } from "../host/process.ts";
import { didYouMean } from "../kernel/ids.ts";
import { InputError } from "../kernel/errors.ts";
import type { OperationContext } from "../lifecycle/driver.ts";
import type { Resource } from "../lifecycle/resource.ts";

/** What the calls of one provider process have in common. */
export interface Plugin {
  readonly host: ProcessHost;
  readonly resources: readonly Resource[];
  /** The package schema, schema.json. */
  readonly schema: { readonly version: string };
  readonly environment: NodeJS.ProcessEnv;
}

/** The resource that a request is about. */
export interface Subject {
  readonly resource: Resource;
  readonly urn: string;
}

/** The members of requests that name their resource. */
interface ResourceRequest {
  getUrn(): string;
  getTimeout?(): number;
}

/** Returns the resource of a request. */
export function subjectOf({ resources }: Plugin, request: ResourceRequest): Subject {
  const urn = request.getUrn();
  const token = urn.split("::")[2]?.split("$").at(-1) ?? "";
  const resource = resources.find((one) => tokenOfResource(one.token) === token);
  if (resource === undefined) {
    const meant = didYouMean(
      token,
      resources.map((one) => tokenOfResource(one.token)),
    );
    throw InputError.of("type", `this version of the plugin resourceshare has no resource ${token}${meant}`);
  }
  return { resource, urn };
}

/** Returns the parameters of an operation on a resource. */
export function operationContext({ host }: Plugin, { urn }: Subject, request?: ResourceRequest): OperationContext {
  const seconds = request?.getTimeout?.() ?? 0;
  return { urn, origin: host.originOfProcess(), timeoutMs: seconds > 0 ? seconds * 1000 : undefined };
}
