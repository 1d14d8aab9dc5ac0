import { z } from "zod";
import type { DeviceOperations } from "../../api/device/operations.ts";
import type { Parameters } from "../../wire/encode.ts";
import { decodeForm } from "../../wire/decode.ts";
import type { ResponseOf } from "../../wire/operation.ts";
import { throwUnlistedError } from "../gateway/service-error.ts";
import type { IdentifiedCall } from "../gateway/service.ts";
import { BearerIdentity } from "./bearer.ts";
import type { UserDevice } from "./world-schema.ts";
import type { DeviceWorld } from "./world.ts";

/** What an operation does in a world; it answers the response's fields but for the id of the request, or throws a refusal. */
export type DeviceHandler<Name extends keyof DeviceOperations> = (
  world: DeviceWorld,
  call: IdentifiedCall,
) => Omit<ResponseOf<DeviceOperations[Name]>, "RequestId" | "requestId">;

interface DeclaredOperation<Request> {
  readonly request: z.ZodType<Request>;
}

/** The parameters of a call as the operation declares them; structured ones travel as JSON texts. */
export function parseRequest<Request>(
  { request }: DeclaredOperation<Request>,
  { request: parameters }: Pick<IdentifiedCall, "request">,
): Request {
  const shape: Readonly<Record<string, z.core.$ZodType>> = request instanceof z.ZodObject ? request.shape : {};
  const texts: Parameters = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const decoded = decodeForm(texts, (name) => unwrapOptional(shape[name]) instanceof z.ZodObject);
  const parsed = request.safeParse(decoded);
  if (parsed.success) return parsed.data;
  const path = parsed.error.issues[0]?.path ?? [];
  const isMissing = valueAt(decoded, path) === undefined;
  const name = path.join(".").replaceAll(/[^\w.]/g, "_");
  return throwUnlistedError(
    400,
    `${isMissing ? "MissingParameter" : "InvalidParameter"}.${name}`,
    `The parameter ${name} is ${isMissing ? "missing" : "not valid"}.`,
  );
}

/** The user that the caller acts for. */
export function userOf(world: DeviceWorld, { identity }: Pick<IdentifiedCall, "identity">) {
  if (!(identity instanceof BearerIdentity))
    return throwUnlistedError(401, "InvalidAccessToken.Missing", "The request bears no access token.");
  return world.user(identity.grant.user);
}

/** A device as callers name it: by its own id, or by an id that one organisation knows it by. */
export interface NamedDevice {
  readonly kind: "open" | "union";
  readonly id: string | undefined;
  readonly organizationId: string | undefined;
}

/** The user's device of that name. */
export function findDevice(devices: readonly UserDevice[], named: NamedDevice): UserDevice {
  const found = devices.find(({ openId, unionIds }) =>
    named.kind === "open"
      ? openId === named.id
      : unionIds.some(({ unionId, organizationId }) => unionId === named.id && organizationId === named.organizationId),
  );
  return found ?? throwUnlistedError(404, "EntityNotExists.Device", "The user has no such device.");
}

/** Refuses what belongs to another project. */
export function requireProject(world: DeviceWorld, encodeType: string, encodeKey: string): void {
  if (encodeType === projectType && encodeKey === world.project) return;
  throwUnlistedError(404, "EntityNotExists.Project", "The project does not exist.");
}

/** The one type of entity key that there is. */
export const projectType = "UC_CLIENT_ID";

function unwrapOptional(shape: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return shape instanceof z.ZodOptional ? unwrapOptional(shape.unwrap()) : shape;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => (typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined), root);
}
