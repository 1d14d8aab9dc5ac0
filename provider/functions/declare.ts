import { z } from "zod";
import type { Failure } from "../kernel/errors.ts";
import { isList, isRecord } from "../kernel/json.ts";
import { valueAt } from "../kernel/paths.ts";
import type { Client } from "../client/client.ts";
import type { DeviceClient } from "../client/device/device-client.ts";
import type { Effect, ProgramFunction } from "./types.ts";
import type { Values } from "../lifecycle/resource.ts";
import type { Operation } from "../wire/operation.ts";
import { failuresOf, requestOf } from "./arguments.ts";
import { camel, fromWire } from "./camel-case.ts";
import { printableResult } from "./printable-result.ts";

/** The fields that programs do not see: all pages are read, and programs have no use for a request id. */
const hidden = ["NextToken", "MaxResults", "RequestId", "requestId"];

/** Declares the function that calls one operation: the operation's parameters are the arguments, its response is the result. */
export function declareFunction<Request extends object, Response extends object>(
  operation: Operation<string, Request, Response>,
  { defaults = {}, recover }: FunctionOptions<Request, Response> = {},
): ProgramFunction {
  const visibleResponse = visible(operation.response);
  const binding = bindingOf(operation, withRequired(visibleResponse, operation.items?.split(".") ?? []), Object.keys(defaults));
  return {
    ...binding.described(camel(operation.name)),
    check: (args) => binding.check(args).filter(({ property }) => !Object.keys(defaults).some((name) => camel(name) === property)),
    async call(client, args) {
      const request = binding.requestOf(args, defaultsOf(defaults, client));
      const pending = operation.items === undefined ? client.call(operation, request) : allPages(client, operation, request);
      const answer = await (recover === undefined ? pending : pending.catch((error: unknown) => recover(client, request, error)));
      return binding.resultOf(answer);
    },
  };
}

/** The options of a function that differs from its operation. */
interface FunctionOptions<Request, Response> {
  readonly defaults?: Defaults<Request>;
  /** Returns the response for an error that means success to programs; rejects with any other error. */
  readonly recover?: (client: Client, request: Request, error: unknown) => Promise<Response>;
}

/** Parameters that a program may omit although the service requires them. */
type Defaults<Request> = { readonly [Name in keyof Request]?: (client: Client) => Request[Name] };

function defaultsOf<Request extends object>(defaults: Defaults<Request>, client: Client): Values {
  const makers: Readonly<Record<string, ((client: Client) => unknown) | undefined>> = defaults;
  return Object.fromEntries(Object.entries(makers).map(([name, make]) => [name, make?.(client)]));
}

/** A function of the user, device and content API; its arguments can be checked while parts of them are not known yet. */
export interface DeviceFunction extends ProgramFunction<DeviceClient> {
  /** Whether the call sends the user's access token, so that its success proves that the token is valid. */
  readonly sendsAccessToken: boolean;
  /** Returns all failures of arguments; parts that are UNKNOWN are no failure. */
  readonly check: (args: Values) => Failure[];
}

/** Fields that a function adds to its operation's response. */
interface Completion<Response> {
  /** The shape of the response with the added fields, in wire names. */
  readonly shape: z.ZodType;
  readonly complete: (answer: Response) => object;
}

/** Declares the function that calls one operation of the user, device and content API. */
export function declareDeviceFunction<Request extends object, Response extends object>(
  operation: Operation<string, Request, Response>,
  { name = camel(operation.name), completion }: { readonly name?: string; readonly completion?: Completion<Response> } = {},
): DeviceFunction {
  const binding = bindingOf(operation, visible(completion?.shape ?? operation.response));
  return {
    ...binding.described(name),
    sendsAccessToken: operation.security === "Bearer",
    check: (args) => binding.check(args),
    async call(client, args) {
      const answer = await client.call(operation, binding.requestOf(args, {}));
      return binding.resultOf(completion === undefined ? answer : completion.complete(answer));
    },
  };
}

/** Returns the conversion between an operation and its function: schema, validation, request and result. */
function bindingOf<Request extends object, Response extends object>(
  operation: Operation<string, Request, Response>,
  response: z.ZodObject,
  optional: readonly string[] = [],
) {
  const request = visible(operation.request);
  const shapes = { visible: request, whole: operation.request };
  const effect: Effect = operation.reads ? "read" : "action";
  return {
    described: (name: string) => ({
      name,
      summary: operation.summary,
      effect,
      operation: operation.name,
      secrets: (operation.secrets ?? []).map(camel),
      shapes: () => ({ args: withOptional(request, optional), result: response }),
    }),
    check: (args: Values): Failure[] => failuresOf(shapes, args),
    requestOf: (args: Values, defaults: object): Request => requestOf(shapes, args, defaults),
    resultOf(answer: object): Values {
      const result = printableResult(fromWire(response, answer));
      return isRecord(result) ? result : {};
    },
  };
}

/** Returns one response with the records of all pages. */
async function allPages<Request extends object, Response extends object>(
  client: Client,
  operation: Operation<string, Request, Response>,
  request: Request,
): Promise<Values> {
  const path = (operation.items ?? "").split(".");
  const [field = "", ...inner] = path;
  const all = await client.all(paged(operation), request, (page) => {
    const found = valueAt(page, path);
    return isList(found) ? found : [];
  });
  return { [field]: inner.reduceRight<unknown>((value, name) => ({ [name]: value }), all) };
}

/** Returns the operation as a paged one; a list without pages has one page. */
function paged<Request extends object, Response extends object>(
  operation: Operation<string, Request, Response>,
): Operation<string, Request, Response & { NextToken?: string | undefined }> {
  return operation;
}

function visible(shape: z.ZodType): z.ZodObject {
  if (!(shape instanceof z.ZodObject)) throw new TypeError("an operation's request and response are objects");
  return z.object(Object.fromEntries(Object.entries(shape.shape).filter(([name]) => !hidden.includes(name))));
}

/** Makes the named fields of a request optional. */
function withOptional(shape: z.ZodObject, optional: readonly string[]): z.ZodObject {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape.shape;
  return z.object(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional.includes(name) ? z.optional(field) : field])),
  );
}

/** Makes the list of records in a response required, at the given path: the function joins all pages. */
function withRequired(shape: z.ZodObject, [name, ...rest]: readonly string[]): z.ZodObject {
  const field: unknown = name === undefined ? undefined : shape.shape[name];
  if (name === undefined || !(field instanceof z.ZodOptional)) return shape;
  const inner: unknown = field.unwrap();
  const whole = inner instanceof z.ZodObject ? withRequired(inner, rest) : inner;
  return whole instanceof z.ZodType ? shape.extend({ [name]: whole.describe(field.description ?? "") }) : shape;
}
