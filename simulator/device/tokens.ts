import { device } from "../../provider/api/device/operations.ts";
import { parseRequest, type DeviceHandler } from "./request-parameters.ts";

/** Specification: OAuth2TokenEndpoint. */
export const OAuth2TokenEndpoint: DeviceHandler<"OAuth2TokenEndpoint"> = (world, call) => {
  const { GrantType, Code = "", RedirectUri = "", RefreshToken = "" } = parseRequest(device.OAuth2TokenEndpoint, call);
  const account = call.caller.id;
  const issued = GrantType === "refresh_token" ? world.refresh(RefreshToken, account) : world.exchange(Code, RedirectUri, account);
  return {
    AccessToken: issued.accessToken,
    ExpiresIn: issued.expiresIn,
    RefreshToken: issued.refreshToken,
    Scope: issued.scopes.join(" "),
    TokenType: "Bearer",
  };
};

/** Specification: OAuth2RevocationEndpoint, States and transitions. */
export const OAuth2RevocationEndpoint: DeviceHandler<"OAuth2RevocationEndpoint"> = (world, call) => {
  world.revoke(parseRequest(device.OAuth2RevocationEndpoint, call).Token, call.caller.id);
  return {};
};
