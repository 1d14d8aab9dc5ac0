import { z } from "zod";

const time = z.iso.datetime({ precision: 3 });
const id = z.string().min(1);
const accountId = z.string().regex(/^\d{16}$/, "must be 16 digits");
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
  /** Open id of the user that consented. */
  user: id,
  /** The account whose application was granted access. */
  account: accountId,
  scopes,
});

const DoneFile = z.strictObject({
  at: time,
  operation: z.string(),
  user: id,
  /** The device, where there is one. */
  device: id.optional(),
  /** What was asked for, names as on the wire. */
  request: z.record(z.string(), z.unknown()),
});

const settings = { accessTokenSeconds: 604_799, codeSeconds: 600, rotate: false, checkScopes: true };

/** What the user, device and content API knows, as a part of the world file. */
export const DeviceFile = z.strictObject({
  settings: z
    .strictObject({
      /** How long an access token serves. */
      accessTokenSeconds: z.int().min(1).default(settings.accessTokenSeconds),
      /** How long a code serves. */
      codeSeconds: z.int().min(1).default(settings.codeSeconds),
      /** Whether a refresh token serves once and gives the next one (assumption D-refresh). */
      rotate: z.boolean().default(settings.rotate),
      /** Whether an operation wants a scope of its own (assumption D-scopes). */
      checkScopes: z.boolean().default(settings.checkScopes),
    })
    .default(settings),
  /** Key of the project that all devices belong to. */
  project: z.string().default(""),
  users: z.array(UserFile).default([]),
  /** Templates of notifications with the names of their placeholders. */
  templates: z.array(z.strictObject({ id, placeholders: z.array(z.string()).default([]) })).default([]),
  codes: z.array(GrantFile.extend({ code: id, redirectUri: z.string(), expiresAt: time.optional() })).default([]),
  refreshTokens: z.array(GrantFile.extend({ token: id, revoked: z.boolean().default(false) })).default([]),
  accessTokens: z
    .array(
      z.strictObject({
        token: id,
        /** The refresh token that it belongs to. */
        refreshToken: id,
        /** When it ends; a whole life from now on when absent. */
        expiresAt: time.optional(),
        revoked: z.boolean().default(false),
      }),
    )
    .default([]),
  /** What was done to devices, oldest first. */
  done: z.array(DoneFile).default([]),
});

/** That part with everything filled in, and as people write it. */
export type FullDeviceFile = z.output<typeof DeviceFile>;
export type DeviceFile = z.input<typeof DeviceFile>;

export type User = FullDeviceFile["users"][number];
export type UserDevice = User["devices"][number];
export type DeviceActionRecord = FullDeviceFile["done"][number];
/** Whom an application may act for, and how far. */
export type UserGrant = z.output<typeof GrantFile>;
