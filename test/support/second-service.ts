import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { listen, type Listening } from "./listen.ts";
import { signed } from "./signer.ts";

/** The accounts that the service knows, and the access key of the first. */
export const second = {
  accessKeyId: "second-key",
  accessKeySecret: "second-secret",
  owner: "2000000000000001",
  member: "2000000000000002",
  outsider: "2000000000000003",
};

/** Lists show what was so long ago, in milliseconds. */
const listAgeMs = 3000;
const transitionMs = 2000;
const pageSize = 2;

interface Entity {
  readonly side: string;
  readonly type: string;
  readonly id: string;
  readonly since: number;
  readonly isLeaving: boolean;
}

type Tag = Readonly<Record<string, string>>;

interface Share {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly Tag[];
  readonly permissions: readonly string[];
  readonly entities: readonly Entity[];
  readonly created: number;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = "The call is refused.") {
    super(message);
    [this.status, this.code] = [status, code];
  }
}

const permissions = ["VSwitch", "Image", "Snapshot"].flatMap((ResourceType) => [
  { PermissionName: `AliyunRSDefaultPermission${ResourceType}`, DefaultPermission: true, ResourceType },
  { PermissionName: `AliyunRSPermission${ResourceType}Read`, DefaultPermission: false, ResourceType },
]);

/**
 * A second implementation of the service, which shares no code with the simulator.
 * Where the reference leaves a choice, it chooses otherwise: lists are some seconds old, newest first, in short pages of which one is
 * empty; a deleted share is gone at once; operations have no limit.
 */
class SecondService {
  readonly #versions: { readonly at: number; readonly shares: readonly Share[] }[] = [];
  readonly #nonces = new Set<string>();
  readonly now: () => number;

  constructor(now: () => number) {
    this.now = now;
  }

  answer({ url = "/", headers }: IncomingMessage): { readonly status: number; readonly body: object } {
    const RequestId = hash(String(headers["x-acs-signature-nonce"])).slice(0, 32);
    try {
      const { searchParams } = new URL(url, "http://service");
      this.#authenticate(searchParams, headers);
      const asked = new Parameters(searchParams);
      const operation = String(headers["x-acs-action"]);
      return { status: 200, body: { RequestId, ...(this.#read(operation, asked) ?? this.#write(operation, asked)) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: error.status, body: { RequestId, Code: error.code, Message: error.message } };
    }
  }

  #authenticate(query: URLSearchParams, headers: IncomingMessage["headers"]): void {
    const authorization = String(headers.authorization);
    const part = (name: string) => new RegExp(`${name}=([^,]+)`).exec(authorization)?.[1] ?? "";
    if (part("Credential") !== second.accessKeyId) throw new Refusal(404, "InvalidAccessKeyId.NotFound");
    const text = (name: string) => String(headers[name]);
    const { headers: own } = signed({
      key: second,
      action: text("x-acs-action"),
      version: text("x-acs-version"),
      parameters: Object.fromEntries(query),
      url: `http://${text("host")}/`,
      date: text("x-acs-date"),
      nonce: text("x-acs-signature-nonce"),
      signedHeaders: part("SignedHeaders").split(";"),
    });
    if (!own["authorization"]?.endsWith(`Signature=${part("Signature")}`))
      throw new Refusal(400, "SignatureDoesNotMatch", "The string to sign is another.");
    const age = Math.abs(this.now() - Date.parse(text("x-acs-date")));
    if (age > 15 * 60_000) throw new Refusal(400, "InvalidTimeStamp.Expired");
    if (this.#nonces.has(text("x-acs-signature-nonce"))) throw new Refusal(400, "SignatureNonceUsed");
    this.#nonces.add(text("x-acs-signature-nonce"));
  }

  #read(operation: string, asked: Parameters): object | undefined {
    const shares = this.#versions.findLast(({ at }) => at <= this.now() - listAgeMs)?.shares ?? [];
    const ids = asked.list("ResourceShareIds");
    const listed = shares.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const share = shares.find(({ id }) => id === asked.share);
    const [type, name, filters] = [asked.text("ResourceType"), asked.text("PermissionName"), asked.objects("Tag")];
    const isTagged = ({ tags }: Share) =>
      filters.every((filter) => tags.some(({ Key, Value }) => Key === filter["Key"] && (filter["Value"] ?? Value) === Value));
    const reads: Readonly<Record<string, () => object>> = {
      GetCallerIdentity: () => ({ AccountId: second.owner }),
      DescribeRegions: () => ({ Regions: [{ RegionId: "cn-hangzhou", RegionEndpoint: "resourcesharing.cn-hangzhou.aliyuncs.com" }] }),
      CheckSharingWithResourceDirectoryStatus: () => ({ EnableSharingWithRd: true }),
      GetPermission: () => ({ Permission: { ...permissions.find((one) => one.PermissionName === name), Permission: "{}" } }),
      ListPermissions: () => ({ Permissions: permissions.filter(({ ResourceType }) => type === "" || ResourceType === type) }),
      ListResourceSharePermissions: () => ({
        Permissions: permissions.filter(({ PermissionName }) => share?.permissions.includes(PermissionName)),
      }),
      ListResourceShares: () => ({ ResourceShares: listed.filter(isTagged).map(recordOf) }),
      ListResourceShareAssociations: () => ({ ResourceShareAssociations: this.#associations(listed, asked.text("AssociationType")) }),
      ListSharedTargets: () => ({
        SharedTargets: this.#associations(listed, "Target").map(({ EntityId, ...record }) => ({ ...record, TargetId: EntityId })),
      }),
      ListResourceShareInvitations: () => ({ ResourceShareInvitations: [] }),
      ListTagResources: () => ({
        TagResource: (share?.tags ?? []).map(({ Key, Value }) => ({ ResourceId: share?.id, TagKey: Key, TagValue: Value })),
      }),
    };
    const answer = reads[operation]?.();
    const [list, records] = Object.entries(answer ?? {})[0] ?? [];
    if (list === undefined || !operation.startsWith("List")) return answer;
    const { items, ...page } = asked.page(records);
    return list === "TagResource" ? { TagResources: { TagResource: items }, ...page } : { [list]: items, ...page };
  }

  #write(operation: string, asked: Parameters): object {
    const shares = this.#versions.at(-1)?.shares ?? [];
    const fresh = { id: `rs-second${this.#versions.length}`, created: this.now(), permissions: [], entities: [] };
    const isCreation = operation === "CreateResourceShare";
    const [name, tags] = [asked.text("ResourceShareName"), asked.objects("Tag")];
    const share = isCreation ? { ...fresh, name, tags } : shares.find(({ id }) => id === asked.share);
    const changes: Readonly<Record<string, (share: Share) => Share | undefined>> = {
      CreateResourceShare: (created) => this.#associate(created, asked),
      UpdateResourceShare: (found) => ({ ...found, name }),
      DeleteResourceShare: (found) => this.#delete(found),
      AssociateResourceShare: (found) => this.#associate(found, asked),
      DisassociateResourceShare: (found) => this.#disassociate(found, asked),
      AssociateResourceSharePermission: (found) => attached(found, asked.text("PermissionName"), asked.text("Replace") === "true"),
      TagResources: (found) => tagged(found, tags),
      UntagResources: (found) => ({ ...found, tags: found.tags.filter(({ Key = "" }) => !asked.list("TagKey").includes(Key)) }),
    };
    const change = changes[operation];
    if (change === undefined) throw new Refusal(404, "InvalidAction.NotFound");
    if (share === undefined) throw new Refusal(404, "EntityNotExists.ResourceShare");
    const changed = change(share);
    const others = shares.filter(({ id }) => id !== share.id);
    this.#versions.push({ at: this.now(), shares: changed === undefined ? others : [...others, changed] });
    if (changed === undefined || !operation.endsWith("ResourceShare")) return {};
    return operation.includes("ssociate")
      ? { ResourceShareAssociations: this.#associations([changed]) }
      : { ResourceShare: recordOf(changed) };
  }

  #delete(share: Share): undefined {
    const isBusy = this.#associations([share]).some(({ External, AssociationStatus }) => !External && AssociationStatus.endsWith("ing"));
    if (isBusy) throw new Refusal(409, "DeleteResourceShareConflict");
  }

  #associate(share: Share, asked: Parameters): Share {
    const live = share.entities.filter(({ isLeaving }) => !isLeaving).map(({ id }) => id);
    const added = asked.entities(this.now()).filter(({ id }) => !live.includes(id));
    const held = share.permissions.map(typeOf);
    const missing = permissions.filter(
      ({ DefaultPermission, ResourceType }) =>
        DefaultPermission && !held.includes(ResourceType) && added.some(({ type }) => type === ResourceType),
    );
    const names = missing.map(({ PermissionName }) => PermissionName);
    return { ...share, entities: [...share.entities, ...added], permissions: [...share.permissions, ...names] };
  }

  #disassociate(share: Share, asked: Parameters): Share {
    const removed = asked.entities(this.now()).map(({ id }) => id);
    const isRemoved = ({ id, isLeaving }: Entity) => removed.includes(id) && !isLeaving;
    if (share.entities.filter(isRemoved).length < removed.length) throw new Refusal(400, "DisassociateInvalid");
    const entities = share.entities.map((one) => (isRemoved(one) ? { ...one, since: this.now(), isLeaving: true } : one));
    return { ...share, entities };
  }

  #associations(shares: readonly Share[], wanted?: string) {
    return shares.flatMap(({ id: ResourceShareId, entities }) =>
      entities
        .filter(({ side }) => (wanted ?? side) === side)
        .map(({ side, type, id, since, isLeaving }) => {
          const External = id === second.outsider;
          const isDone = since + transitionMs <= this.now() && (isLeaving || !External);
          const AssociationStatus = `${isLeaving ? "Disassociat" : "Associat"}${isDone ? "ed" : "ing"}`;
          const arn = side === "Target" ? {} : { ResourceArn: `acs:vpc:cn-hangzhou:${second.owner}:${type.toLowerCase()}/${id}` };
          const entity = { AssociationType: side, EntityType: type, EntityId: id, External, ...arn };
          return { ResourceShareId, AssociationStatus, ...entity, ...timesOf(since) };
        }),
    );
  }
}

function recordOf({ id, name, tags, entities, created }: Share) {
  const isPending = entities.some((one) => one.id === second.outsider && !one.isLeaving);
  const state = { ResourceShareStatus: isPending ? "Pending" : "Active", Tags: tags };
  return { ResourceShareId: id, ResourceShareName: name, ResourceShareOwner: second.owner, ...state, ...timesOf(created) };
}

function attached(share: Share, name: string, replaces: boolean): Share {
  const others = share.permissions.filter((held) => typeOf(held) !== typeOf(name));
  if (others.length < share.permissions.length && !replaces) throw new Refusal(409, "ResourceTypeHasPermission");
  return { ...share, permissions: [...others, name] };
}

function tagged(share: Share, added: readonly Tag[]): Share {
  if (added.some(({ Key = "" }) => /^(acs:|aliyun)/.test(Key))) throw new Refusal(400, "InvalidParameter.TagKey");
  const tags = [...share.tags.filter((tag) => added.every(({ Key }) => Key !== tag["Key"])), ...added];
  if (tags.length > 20) throw new Refusal(400, "NumberExceed.Tags");
  return { ...share, tags };
}

function typeOf(permission: string): string | undefined {
  return permissions.find(({ PermissionName }) => PermissionName === permission)?.ResourceType;
}

/** The parameters of a request. */
class Parameters {
  readonly query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.query = query;
  }

  get share(): string {
    return this.text("ResourceShareId") || this.text("ResourceId.1");
  }

  text(name: string): string {
    return this.query.get(name) ?? "";
  }

  list(name: string): readonly string[] {
    return [...this.query].flatMap(([key, value]) => (new RegExp(`^${name}\\.\\d+$`).test(key) ? [value] : []));
  }

  objects(name: string): readonly Tag[] {
    const fields = [...this.query].map(([key, value]) => [...key.split("."), value] as const).filter(([list]) => list === name);
    const groups = Object.values(Object.groupBy(fields, ([, number = ""]) => number));
    return groups.map((group = []) => Object.fromEntries(group.map(([, , field, value]) => [field, value])));
  }

  entities(since: number): readonly Entity[] {
    const resources = this.objects("Resources").map(({ ResourceType: type = "", ResourceId: id = "" }) => ({ side: "Resource", type, id }));
    const targets = this.list("Targets").map((id) => ({ side: "Target", type: "Account", id }));
    return [...resources, ...targets].map((one) => ({ ...one, since, isLeaving: false }));
  }

  /** A page of a list, newest first; the second page is empty. */
  page(records: readonly unknown[]): { readonly items: readonly unknown[]; readonly NextToken?: string } {
    const own = hash(JSON.stringify([...this.query].filter(([key]) => key !== "NextToken")));
    const [of, number] = (this.text("NextToken") || `${own}_0`).split("_");
    if (of !== own) throw new Refusal(400, "InvalidParameter.NextToken");
    const index = Number(number);
    const size = Math.min(pageSize, Number(this.text("MaxResults") || pageSize));
    const end = size * Math.max(index, 1);
    const items = index === 1 ? [] : records.toReversed().slice(end - size, end);
    return { items, ...(records.length > end ? { NextToken: `${own}_${index + 1}` } : {}) };
  }
}

function timesOf(ms: number) {
  return { CreateTime: new Date(ms).toISOString(), UpdateTime: new Date(ms).toISOString() };
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Serves the second implementation on this machine; `now` is its time. */
export function serveSecond(now: () => number): Promise<Listening> {
  const service = new SecondService(now);
  const server = createServer((request, response) => {
    const { status, body } = service.answer(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  return listen(server);
}
