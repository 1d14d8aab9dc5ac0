import { demoWorld, type WorldFile } from "../../../simulator/index.ts";

/** The accounts and folders of one random program. No other program uses them, so that a change of one does not affect the others. */
export interface Workspace {
  readonly number: number;
  readonly directory: string;
  readonly folders: readonly string[];
  /** Accounts that share: the directory's management account, and a member. */
  readonly owners: Readonly<Record<Owner, { readonly id: string; readonly account: string | undefined }>>;
  /** Members of the directory that share nothing. */
  readonly members: readonly string[];
  /** Outside the directory: one that a program can accept for, and one that it cannot. */
  readonly consumer: { readonly id: string; readonly account: string };
  readonly partner: string;
  readonly services: readonly string[];
  /** A share that another caller has created, if any. */
  readonly foreign: string | undefined;
  /** Another one, which the consumer has accepted, and of which the second owner is a target. */
  readonly offered: string | undefined;
}
export type Owner = "main" | "second";

/** The types that are shared here; one is known by ARN only, and one has properties. */
export const types = ["VSwitch", "PrefixList", "Image", "ServiceCatalogPortfolio", "KMSInstance"] as const;
export type Type = (typeof types)[number];
const idAndArnPatterns: Readonly<Record<Type, readonly [prefix: string, arn: string]>> = {
  VSwitch: ["vsw", "vpc:REGION:OWNER:vswitch"],
  PrefixList: ["pl", "vpc:REGION:OWNER:prefixlist"],
  Image: ["m", "ecs:REGION:OWNER:image"],
  ServiceCatalogPortfolio: ["port", "servicecatalog:REGION:OWNER:portfolio"],
  KMSInstance: ["kst", "kms:REGION:OWNER:instance"],
};

export function workspaceOf(number: number): Workspace {
  const account = (series: number, index: number) => String(series * 1_000_000_000_000_000 + number * 1000 + index);
  const name = (role: string) => `i${number}-${role}`;
  return {
    number,
    directory: `rd-i${number}`,
    folders: [`fd-i${number}a`, `fd-i${number}b`],
    owners: {
      // The first program uses the default credentials.
      main: { id: account(1, 1), account: number === 0 ? undefined : name("main") },
      second: { id: account(1, 2), account: name("second") },
    },
    members: [account(1, 3), account(1, 4)],
    consumer: { id: account(2, 1), account: name("consumer") },
    partner: account(2, 2),
    services: ["a", "b"].map((letter) => `i${number}-${letter}.aliyuncs.com`),
    foreign: number % 2 === 1 ? `rs-foreign${number}` : undefined,
    offered: number % 2 === 1 ? `rs-foreign${number}-offered` : undefined,
  };
}

/** The ids of a program's objects; their prefix has the program's number, so that a change of access can be assigned to it. */
export function resourceIdOf(place: Workspace, type: Type, index: number): string {
  return `${idAndArnPatterns[type][0]}-i${place.number}x${index}`;
}

export function arnOf(place: Workspace, owner: Owner, region: string, type: Type, id: string): string {
  return `acs:${idAndArnPatterns[type][1].replace("REGION", region).replace("OWNER", place.owners[owner].id)}/${id}`;
}

/** The number of the program that an id or a name belongs to. */
export function programNumberOf(text: string): number | undefined {
  const found = /(?:^|[-:])i(\d+)(?=[-xab])/.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The permissions of a type besides its default one. */
export function permissionsOf(type: Type): readonly string[] {
  return [`AliyunRSPermission${type}ReadOnly`, `AliyunRSPermission${type}ReadWrite`, `AliyunRSDefaultPermission${type}`];
}

export function typeOfPermission(name: string): Type {
  const found = types.find((type) => name.includes(type));
  if (found === undefined) throw new Error(`${name} is for no type of these programs`);
  return found;
}

/** When the shares of other callers were created. */
const since = "2024-01-02T03:04:05.000Z";

/** A share of another caller with one resource. */
function foreignShare(place: Workspace, options: { id: string | undefined; name: string; index: number; tags: Record<string, string> }) {
  const { id, index, tags } = options;
  if (id === undefined) return [];
  const settled = { status: "Associated" as const, createdAt: since, updatedAt: since };
  const target = { ...settled, side: "Target" as const };
  const resource = resourceIdOf(place, "VSwitch", index);
  const arn = arnOf(place, "main", "cn-hangzhou", "VSwitch", resource);
  const isOffered = id === place.offered;
  const targets = isOffered
    ? [
        { ...target, sequence: 5, type: "Account", id: place.consumer.id, external: true, invitationId: invitationIdOf(place) },
        { ...target, sequence: 6, type: "Account", id: place.owners.second.id },
      ]
    : [{ ...target, sequence: 2, type: "Folder", id: place.folders[0] ?? "" }];
  return [
    {
      ...{ sequence: isOffered ? 8 : 3, id, name: `i${place.number}-${options.name}`, owner: place.owners.main.id, tags },
      ...{ status: "Active" as const, allowExternalTargets: isOffered, createdAt: since, updatedAt: since },
      permissions: { VSwitch: { name: "AliyunRSDefaultPermissionVSwitch", version: "v2" } },
      associations: [
        { ...settled, sequence: isOffered ? 4 : 1, side: "Resource" as const, type: "VSwitch", id: resource, arn },
        ...targets,
      ],
    },
  ];
}

function invitationIdOf({ number }: Workspace): string {
  return `i-offered${number}`;
}

/** The world of these workspaces. */
export function worldOf(places: readonly Workspace[]): WorldFile {
  const withKey = (name: string) => ({ keys: [{ accessKeyId: `LTAI-${name}`, accessKeySecret: `secret-of-${name}` }] });
  const affiliation = { legalEntity: "demo", site: "domestic", groups: ["rg-default", "rg-shared01"] };
  return {
    version: 1,
    ...{ kinds: demoWorld.kinds, permissions: demoWorld.permissions, regions: demoWorld.regions },
    accounts: places.flatMap(({ number, directory, folders, owners, members, consumer, partner }) => [
      { id: owners.main.id, name: `i${number}-main`, directoryId: directory, ...affiliation, ...withKey(`i${number}-main`) },
      { id: owners.second.id, name: `i${number}-second`, directoryId: directory, ...affiliation, ...withKey(`i${number}-second`) },
      ...members.map((id, index) => ({ id, directoryId: directory, folderId: folders[index], ...affiliation })),
      { id: consumer.id, name: `i${number}-consumer`, ...affiliation, ...withKey(`i${number}-consumer`) },
      { id: partner, ...affiliation },
    ]),
    services: places.flatMap(({ services }) => services),
    directories: places.map(({ directory, folders, owners }) => ({
      id: directory,
      managementAccountId: owners.main.id,
      folders: folders.map((id) => ({ id, name: id })),
    })),
    shares: places.flatMap((place) => [
      ...foreignShare(place, { id: place.foreign, name: "foreign", index: 0, tags: { owner: "theirs" } }),
      ...foreignShare(place, { id: place.offered, name: "offered", index: 4, tags: {} }),
    ]),
    invitations: places.flatMap((place) => {
      if (place.offered === undefined) return [];
      const parties = { sender: place.owners.main.id, receiver: place.consumer.id };
      const expiresAt = "2024-01-09T03:04:05.000Z";
      return [
        {
          sequence: 7,
          id: invitationIdOf(place),
          shareId: place.offered,
          ...parties,
          status: "Accepted" as const,
          createdAt: since,
          expiresAt,
          purgeAt: "2099-01-02T03:04:05.000Z",
        },
      ];
    }),
    counters: { share: 0, invitation: 0, sequence: 10 },
  };
}

/** Every name of the accounts of a program, with the account's first name. */
export function accountNames({ owners, consumer }: Workspace): { readonly name: string; readonly first: string; readonly id: string }[] {
  return [owners.main, owners.second, consumer].flatMap(({ account, id }) =>
    account === undefined ? [] : [account, otherNameOf(account)].map((name) => ({ name, first: account, id })),
  );
}

/** The second name of an account, with the same keys. */
export function otherNameOf(name: string): string {
  return `${name}-too`;
}

/** The environment of a stack over these workspaces. */
export function credentialsOf(places: readonly Workspace[]): Readonly<Record<string, string>> {
  const key = (name: string) => ({ accessKeyId: `LTAI-${name}`, accessKeySecret: `secret-of-${name}` });
  const first = key(`i${places[0]?.number ?? 0}-main`);
  return {
    ALIBABA_CLOUD_ACCESS_KEY_ID: first.accessKeyId,
    ALIBABA_CLOUD_ACCESS_KEY_SECRET: first.accessKeySecret,
    RESOURCESHARE_ACCOUNTS: JSON.stringify(Object.fromEntries(places.flatMap(accountNames).map(({ name, first }) => [name, key(first)]))),
  };
}
