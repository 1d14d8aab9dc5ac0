import { deviceRoot, deviceVersion } from "../../provider/api/define.ts";
import { device, type DeviceOperations } from "../../provider/api/device/operations.ts";
import { actionOf, type IncomingRequest } from "../gateway/request.ts";
import { throwServiceError, throwUnlistedError } from "../gateway/service-error.ts";
import type { IdentifiedCall, Service } from "../gateway/service.ts";
import type { World } from "../world/world.ts";
import type { DeviceHandler } from "./request-parameters.ts";
import { BearerIdentity, bearerToken } from "./bearer.ts";
import * as content from "./content.ts";
import * as devices from "./devices.ts";
import * as scenes from "./scenes.ts";
import * as tokens from "./tokens.ts";
import * as users from "./users.ts";
import type { DeviceWorld } from "./world.ts";

/** The handlers of all operations; the type makes a missing one a compile error. */
const handlers: { readonly [Name in keyof DeviceOperations]: DeviceHandler<Name> } = {
  ...users,
  ...scenes,
  ...devices,
  ...content,
  ...tokens,
};

/** The suffix of the scope that an operation requires (assumption D-scopes). */
const scopeSuffixes: Readonly<Partial<Record<keyof DeviceOperations, string>>> = {
  GetUserBasicInfo: ":user:basic:read",
  GetUserPhone: ":user:phone:read",
  GetSceneList: ":iot:scene:read",
  GetSmartHomeSceneList: ":iot:scene:read",
  ExecuteScene: ":iot:scene:execute",
  ExecuteSmartHomeScene: ":iot:scene:execute",
  QueryDeviceList: ":device:list:read",
  PushDeviceNotification: ":device:notification:push",
  CreatePlayingList: ":content:playing:create",
};

/** The user, device and content API: accepts every request below its root path. */
export function deviceService(devices: DeviceWorld, world: World): Service {
  return {
    version: deviceVersion,
    accepts: ({ path }) => path.startsWith(`${deviceRoot}/`),
    secrets: [...Object.values<{ secrets?: readonly string[] | undefined }>(device).flatMap(({ secrets }) => secrets ?? []), "BearerToken"],
    requestIdName: (operation) => (operation === "PushDeviceNotification" ? "requestId" : "RequestId"),
    identify: (request) => {
      const name = resolveOperation(request);
      if (device[name].security === "AK") return undefined;
      const grant = devices.grantOf(bearerToken(request));
      return new BearerIdentity(world.account(grant.account), grant);
    },
    limitOf: () => undefined,
    handlers: Object.fromEntries(
      Object.entries(handlers).map(([name, handle]) => [
        name,
        (call: IdentifiedCall) => {
          if (devices.settings.checkScopes) requireScope(call);
          return handle(devices, call);
        },
      ]),
    ),
  };
}

function requireScope({ operation, identity }: IdentifiedCall): void {
  const scope = isOperation(operation) ? scopeSuffixes[operation] : undefined;
  if (scope === undefined || !(identity instanceof BearerIdentity) || identity.grant.scopes.some((one) => one.endsWith(scope))) return;
  throwUnlistedError(403, "Forbidden.Scope", `The user has not granted a scope that ends with ${scope}.`);
}

/** Returns the operation that a request names. Throws when the method, path or location of a parameter differs from its declaration. */
function resolveOperation(request: IncomingRequest): keyof DeviceOperations {
  const { action } = actionOf(request);
  if (!isOperation(action))
    return throwServiceError("InvalidAction.NotFound", "Specified api is not found, please check your url and method.");
  const { style } = device[action];
  if (style.kind !== "rest" || style.method !== request.method || style.path !== request.path) {
    throwServiceError("InvalidAction.NotFound", "Specified api is not found, please check your url and method.");
  }
  const misplaced = Object.keys(request.form).find((name) => style.query.includes(name));
  if (misplaced !== undefined) throwUnlistedError(400, `MissingParameter.${misplaced}`, `The parameter ${misplaced} belongs in the query.`);
  return action;
}

function isOperation(name: string): name is keyof DeviceOperations {
  return Object.hasOwn(device, name);
}
