import { z } from "zod";
import type { DeviceOperations } from "../../provider/api/device/operations.ts";
import { valueAt } from "../../provider/kernel/paths.ts";
import type { Parameters } from "../../provider/wire/encode.ts";
import { decodeForm } from "../../provider/wire/decode.ts";
import type { ResponseOf } from "../../provider/wire/operation.ts";
import { throwUnlistedError } from "../gateway/service-error.ts";
import type { IdentifiedCall } from "../gateway/service.ts";
import { BearerIdentity } from "./bearer.ts";
import type { User, UserDevice } from "./world-schema.ts";
import type { DeviceWorld } from "./world.ts";

/** Implements an operation. It returns the response without the request id, or throws a ServiceError. */
export type DeviceHandler<Name extends keyof DeviceOperations> = (
  world: DeviceWorld,
  call: IdentifiedCall,
) => Omit<ResponseOf<DeviceOperations[Name]>, "RequestId" | "requestId">;

interface DeclaredOperation<Request> {
  readonly request: z.ZodType<Request>;
}

/** Parses the parameters of a call with the operation's schema. Structured parameters are encoded as JSON strings. */
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

/** Returns the user that the access token belongs to. */
export function userOf(world: DeviceWorld, { identity }: Pick<IdentifiedCall, "identity">) {
  if (!(identity instanceof BearerIdentity))
    return throwUnlistedError(401, "InvalidAccessToken.Missing", "The request has no access token.");
  return world.user(identity.grant.user);
}

/** A device that a call names: by its open id, or by its union id within an organisation. */
export interface NamedDevice {
  readonly kind: "open" | "union";
  readonly id: string | undefined;
  readonly organizationId: string | undefined;
}

/** Returns the user's device, or throws a 404 error. */
export function findDevice(devices: readonly UserDevice[], named: NamedDevice): UserDevice {
  const found = devices.find(({ openId, unionIds }) =>
    named.kind === "open"
      ? openId === named.id
      : unionIds.some(({ unionId, organizationId }) => unionId === named.id && organizationId === named.organizationId),
  );
  return found ?? throwUnlistedError(404, "EntityNotExists.Device", "The user has no such device.");
}

/** Throws a 404 error for a project other than the world's. */
export function requireProject(world: DeviceWorld, encodeType: string, encodeKey: string): void {
  if (encodeType === projectType && encodeKey === world.project) return;
  throwUnlistedError(404, "EntityNotExists.Project", "The project does not exist.");
}

/** The only type of project key that the API has. */
export const projectType = "UC_CLIENT_ID";

function unwrapOptional(shape: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return shape instanceof z.ZodOptional ? unwrapOptional(shape.unwrap()) : shape;
}

/** Converts union ids to the response format. */
export function unionIdsView(unionIds: User["unionIds"]): { OrganizationId: string; UnionId: string }[] {
  return unionIds.map(({ organizationId, unionId }) => ({ OrganizationId: organizationId, UnionId: unionId }));
}
