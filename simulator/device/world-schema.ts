import { z } from "zod";

/** A time in ISO 8601 with milliseconds. */
export const time = z.iso.datetime({ precision: 3, error: "must be a time such as 2025-01-01T00:00:00.000Z" });
const id = z.string().min(1);
/** The id of an account. */
export const accountId = z.string("must be 16 digits in quotes").regex(/^\d{16}$/, "must be 16 digits");
const unionIds = z.array(z.strictObject({ organizationId: id, unionId: id })).default([]);
const scenes = z.array(z.strictObject({ id, name: z.string() })).default([]);
const scopes = z.array(id);

const UserFile = z.strictObject({
  openId: id,
  unionIds,
  nickname: z.string().default(""),
  avatarUrl: z.string().default(""),
  phone: z.string().default(""),
  devices: z
    .array(z.strictObject({ openId: id, unionIds, name: z.string(), iconUrl: z.string().default(""), online: z.boolean().default(true) }))
    .default([]),
  scenes,
  families: z.array(z.strictObject({ id, name: z.string(), scenes })).default([]),
});

const GrantFile = z.strictObject({
  /** Open id of the user who consented. */
  user: id,
  /** The account whose application was granted access. */
  account: accountId,
  scopes,
});

const DoneFile = z.strictObject({
  at: time,
  operation: z.string(),
  user: id,
  /** Open id of the device; absent for scenes. */
  device: id.optional(),
  /** The request, with the API's parameter names. */
  request: z.record(z.string(), z.unknown()),
});

/** Schema of the world file's part for the user, device and content API. */
export const DeviceFile = z.strictObject({
  settings: z
    .strictObject({
      /** Lifetime of an access token, in seconds. */
      accessTokenSeconds: z.int().min(1).default(604_799),
      /** Lifetime of an authorization code, in seconds. */
      codeSeconds: z.int().min(1).default(600),
      /** Whether each use of a refresh token revokes it and issues a new one (assumption D-refresh). */
      rotate: z.boolean().default(false),
      /** Whether operations require their scopes (assumption D-scopes). */
      checkScopes: z.boolean().default(true),
    })
    .prefault({}),
  /** Key of the project that all devices belong to. */
  project: z.string().default(""),
  users: z.array(UserFile).default([]),
  /** Notification templates, with the names of their placeholders. */
  templates: z.array(z.strictObject({ id, placeholders: z.array(z.string()).default([]) })).default([]),
  codes: z.array(GrantFile.extend({ code: id, redirectUri: z.string(), expiresAt: time.optional() })).default([]),
  refreshTokens: z.array(GrantFile.extend({ token: id, revoked: z.boolean().default(false) })).default([]),
  accessTokens: z
    .array(
      z.strictObject({
        token: id,
        /** The refresh token that the access token was issued for. */
        refreshToken: id,
        /** When the token expires; a full lifetime after loading when absent. */
        expiresAt: time.optional(),
        revoked: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Actions on devices and scenes, oldest first. */
  done: z.array(DoneFile).default([]),
});

/** The validated part, with all defaults. */
export type FullDeviceFile = z.output<typeof DeviceFile>;
/** The part as input: properties with defaults are optional. */
export type DeviceFile = z.input<typeof DeviceFile>;

/** A user with devices, scenes and families. */
export type User = FullDeviceFile["users"][number];
/** A device of a user. */
export type UserDevice = User["devices"][number];
/** A recorded action on a device or scene. */
export type DeviceActionRecord = FullDeviceFile["done"][number];
/** The user on whose behalf an application may call, and the granted scopes. */
export type UserGrant = z.output<typeof GrantFile>;
