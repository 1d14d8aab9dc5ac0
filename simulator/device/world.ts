import { throwUnlistedError } from "../gateway/service-error.ts";
import type { World } from "../world/world.ts";
import { DeviceFile, type DeviceActionRecord, type FullDeviceFile, type User, type UserGrant } from "./world-schema.ts";

/** A user's consent to an authorization request. */
export interface Consent {
  readonly user: string;
  /** The account of the application that requests access. */
  readonly account: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** The tokens that an exchange or a refresh issues. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number;
  readonly scopes: readonly string[];
}

/** The state of the user, device and content API. */
export class DeviceWorld {
  readonly #world: World;
  #file: FullDeviceFile = DeviceFile.parse({});

  constructor(world: World) {
    this.#world = world;
  }

  /** Replaces the content with a part of a world file. */
  load(file: DeviceFile | undefined): void {
    this.#file = DeviceFile.parse(file ?? {});
    for (const token of this.#file.accessTokens) token.expiresAt ??= this.#timeAfter(this.#file.settings.accessTokenSeconds);
  }

  save(): FullDeviceFile {
    return structuredClone(this.#file);
  }

  get settings(): FullDeviceFile["settings"] {
    return this.#file.settings;
  }

  get project(): string {
    return this.#file.project;
  }

  get templates(): FullDeviceFile["templates"] {
    return this.#file.templates;
  }

  /** Actions on devices and scenes, oldest first. */
  get done(): readonly DeviceActionRecord[] {
    return this.#file.done;
  }

  user(openId: string): User {
    const user = this.#file.users.find((known) => known.openId === openId);
    return user ?? throwUnlistedError(404, "EntityNotExists.User", "The user does not exist any more.");
  }

  /** Records an action with the current time. */
  recordAction(done: Omit<DeviceActionRecord, "at">): void {
    this.#file.done.push({ ...done, at: this.#timeAfter(0) });
  }

  /** Grants consent, as a user does on the vendor's page. Returns the authorization code. */
  consent({ scopes, ...consent }: Consent): string {
    const code = `code-${this.#world.dependencies.random.hex(24)}`;
    const expiresAt = this.#timeAfter(this.#file.settings.codeSeconds);
    this.#file.codes.push({ ...consent, scopes: [...scopes], code, expiresAt });
    return code;
  }

  /** Exchanges an authorization code for tokens. A code can be exchanged once. */
  exchange(code: string, redirectUri: string, account: string): IssuedTokens {
    const index = this.#file.codes.findIndex((known) => known.code === code && known.account === account);
    const found = this.#file.codes[index];
    if (!found || this.#isExpired(found.expiresAt)) throwUnlistedError(400, "InvalidGrant.Code", "The code is unknown, used or expired.");
    if (found.redirectUri !== redirectUri) {
      throwUnlistedError(400, "InvalidGrant.RedirectUri", "The redirect URI is not the one of the authorization request.");
    }
    this.#file.codes.splice(index, 1);
    return this.#issue(this.#newRefreshToken(found), found);
  }

  /** Issues an access token for a refresh token. */
  refresh(refreshToken: string, account: string): IssuedTokens {
    const found = this.#file.refreshTokens.find(({ token }) => token === refreshToken);
    if (!found || found.revoked || found.account !== account) {
      throwUnlistedError(400, "InvalidGrant.RefreshToken", "The refresh token is unknown or revoked.");
    }
    if (!this.#file.settings.rotate) return this.#issue(found.token, found);
    found.revoked = true;
    return this.#issue(this.#newRefreshToken(found), found);
  }

  /** Revokes a refresh token with its access tokens, or one access token. An unknown token is ignored. */
  revoke(token: string, account: string): void {
    const isOwn = (refreshToken: string) => this.#file.refreshTokens.some((own) => own.token === refreshToken && own.account === account);
    for (const refreshToken of this.#file.refreshTokens) {
      if (refreshToken.token === token && refreshToken.account === account) refreshToken.revoked = true;
    }
    for (const accessToken of this.#file.accessTokens) {
      const isMatch = accessToken.token === token || accessToken.refreshToken === token;
      if (isMatch && isOwn(accessToken.refreshToken)) accessToken.revoked = true;
    }
  }

  /** Returns the grant of an access token, or throws when the token is not valid. */
  grantOf(accessToken: string): UserGrant {
    const found = this.#file.accessTokens.find(({ token }) => token === accessToken);
    const grant = found && this.#file.refreshTokens.find(({ token }) => token === found.refreshToken);
    if (!found || !grant) return throwUnlistedError(401, "InvalidAccessToken.NotFound", "The access token is unknown.");
    if (found.revoked) throwUnlistedError(401, "InvalidAccessToken.Revoked", "The access token has been revoked.");
    if (this.#isExpired(found.expiresAt)) throwUnlistedError(401, "InvalidAccessToken.Expired", "The access token has expired.");
    return grant;
  }

  #newRefreshToken({ user, account, scopes }: UserGrant): string {
    const token = `refresh-${this.#world.dependencies.random.hex(32)}`;
    this.#file.refreshTokens.push({ token, user, account, scopes: [...scopes], revoked: false });
    return token;
  }

  #issue(refreshToken: string, { scopes }: UserGrant): IssuedTokens {
    const expiresIn = this.#file.settings.accessTokenSeconds;
    const accessToken = `access-${this.#world.dependencies.random.hex(32)}`;
    this.#file.accessTokens.push({ token: accessToken, refreshToken, expiresAt: this.#timeAfter(expiresIn), revoked: false });
    return { accessToken, refreshToken, expiresIn, scopes };
  }

  #timeAfter(seconds: number): string {
    return new Date(this.#world.now + seconds * 1000).toISOString();
  }

  #isExpired(expiresAt: string | undefined): boolean {
    return expiresAt !== undefined && Date.parse(expiresAt) <= this.#world.now;
  }
}
