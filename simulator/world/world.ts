import type { Random } from "../../provider/kernel/random.ts";
import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import { TimerQueue } from "./timer-queue.ts";
import { isoTime, type Due, type Pace } from "./state-machines.ts";
import type { Account, Association, Directory, Invitation, PermissionEntry, Resource, ResourceKind, Share } from "./records.ts";
import { entityKey, isLive } from "./records.ts";
import { Settings } from "./settings.ts";
import type { PlannedFailure } from "./world-schema.ts";

/** A region, with its name in Chinese and English. */
export interface Region {
  readonly id: string;
  readonly names: { readonly "zh-CN": string; readonly "en-US": string };
}

/** The dependencies of a world: its time, its randomness, and the durations of transitions. */
export interface WorldDependencies {
  readonly now: () => number;
  readonly random: Random;
  readonly pace: Pace;
}

/** The state of the simulated service: its records and their indexes. The handlers and `transitions.ts` contain the service's rules. */
export class World {
  readonly dependencies: WorldDependencies;
  settings: Settings = Settings.parse({});
  readonly accounts = new Map<string, Account>();
  readonly directories = new Map<string, Directory>();
  readonly services = new Set<string>();
  readonly regions: Region[] = [];
  readonly kinds = new Map<string, ResourceKind>();
  readonly permissions = new Map<string, PermissionEntry>();
  readonly resources = new Map<string, Resource>();
  readonly shares = new Map<string, Share>();
  readonly invitations = new Map<string, Invitation>();
  /** Planned failures, by the id of the resource or the target. */
  readonly failures = new Map<string, PlannedFailure>();
  /** Ids for the next shares, instead of generated ones. */
  readonly nextShareIds: string[] = [];
  readonly counters = { share: 0, invitation: 0, sequence: 0 };
  readonly timers = new TimerQueue<Share | Association | Invitation>();
  readonly #accountsByKey = new Map<string, Account>();
  readonly #sharesByOwner = new Map<string, Set<Share>>();
  readonly #sharedResources = new Map<string, number>();
  readonly #byEntity = new Map<string, Set<Association>>();
  readonly #invitationsByReceiver = new Map<string, Set<Invitation>>();
  readonly #openInvitationsBySender = new Map<string, Set<Invitation>>();

  constructor(dependencies: WorldDependencies) {
    this.dependencies = dependencies;
  }

  get now(): number {
    return this.dependencies.now();
  }

  /** The time as records have it, in ISO 8601. */
  get time(): string {
    return isoTime(this.now);
  }

  nextSequence(): number {
    return ++this.counters.sequence;
  }

  /** Returns the account with this id. An unknown account is added, outside every directory. */
  account(id: string): Account {
    const known = this.accounts.get(id);
    if (known) return known;
    const created: Account = {
      id,
      name: `account ${id}`,
      legalEntity: "",
      site: "",
      groups: ["rg-default"],
      keys: [],
      roles: [],
      denied: [],
    };
    this.accounts.set(id, created);
    return created;
  }

  addAccount(account: Account): void {
    this.accounts.set(account.id, account);
    for (const { accessKeyId } of account.keys) this.#accountsByKey.set(accessKeyId, account);
  }

  accountOfKey(accessKeyId: string): Account | undefined {
    return this.#accountsByKey.get(accessKeyId);
  }

  directoryOf(account: Account): Directory | undefined {
    return account.directoryId === undefined ? undefined : this.directories.get(account.directoryId);
  }

  /** Returns the target ids that include the account: its own, its folders from the inside out, and its directory. */
  principalsOf(account: Account): string[] {
    const directory = this.directoryOf(account);
    if (!directory) return [account.id];
    const folders: string[] = [];
    let id = account.folderId;
    while (id !== undefined && !folders.includes(id)) {
      const folder = directory.folders.find((known) => known.id === id);
      if (folder) folders.push(folder.id);
      id = folder?.parentId;
    }
    return [account.id, ...folders, directory.id];
  }

  addShare(share: Share): void {
    this.shares.set(share.id, share);
    entriesFor(this.#sharesByOwner, share.owner).add(share);
    this.schedule(share, share.due);
    this.scheduleAt(share, share.purgeAt);
  }

  removeShare(share: Share): void {
    for (const association of [...share.associations]) this.removeAssociation(association);
    for (const invitation of this.invitations.values()) if (invitation.share === share) this.removeInvitation(invitation);
    this.shares.delete(share.id);
    this.#sharesByOwner.get(share.owner)?.delete(share);
  }

  sharesOf(owner: string): Iterable<Share> {
    return this.#sharesByOwner.get(owner) ?? [];
  }

  addAssociation(association: Association): void {
    const key = entityKey(association.side, association.type, association.id);
    association.share.associations.add(association);
    if (isLive(association)) {
      if (!association.share.live.has(key)) this.#countResource(association, 1);
      association.share.live.set(key, association);
    }
    entriesFor(this.#byEntity, key).add(association);
    this.schedule(association, association.due);
    this.scheduleAt(association, association.purgeAt);
  }

  /** Removes an association from {@link Share.live}. Its record stays until it is purged. */
  endAssociation(association: Association): void {
    const key = entityKey(association.side, association.type, association.id);
    if (association.share.live.get(key) !== association) return;
    association.share.live.delete(key);
    this.#countResource(association, -1);
  }

  /** The number of resources that an account shares. A resource counts once per share. */
  sharedResources(owner: string): number {
    return this.#sharedResources.get(owner) ?? 0;
  }

  removeAssociation(association: Association): void {
    this.endAssociation(association);
    association.share.associations.delete(association);
    this.#byEntity.get(entityKey(association.side, association.type, association.id))?.delete(association);
  }

  /** Returns all associations of an entity in all shares, including ended ones. */
  associationsOf(side: "Resource" | "Target", type: string, id: string): Iterable<Association> {
    return this.#byEntity.get(entityKey(side, type, id)) ?? [];
  }

  addInvitation(invitation: Invitation): void {
    this.invitations.set(invitation.id, invitation);
    entriesFor(this.#invitationsByReceiver, invitation.receiver).add(invitation);
    if (invitation.status === "Pending") entriesFor(this.#openInvitationsBySender, invitation.sender).add(invitation);
    this.scheduleAt(invitation, invitation.purgeAt ?? invitation.expiresAt);
  }

  closeInvitation(invitation: Invitation): void {
    this.#openInvitationsBySender.get(invitation.sender)?.delete(invitation);
  }

  removeInvitation(invitation: Invitation): void {
    this.closeInvitation(invitation);
    this.invitations.delete(invitation.id);
    this.#invitationsByReceiver.get(invitation.receiver)?.delete(invitation);
  }

  invitationsTo(receiver: string): Iterable<Invitation> {
    return this.#invitationsByReceiver.get(receiver) ?? [];
  }

  openInvitationsFrom(sender: string): number {
    return this.#openInvitationsBySender.get(sender)?.size ?? 0;
  }

  /** Removes all records. Counters and settings keep their values. */
  clear(): void {
    const indexes = [
      this.accounts,
      this.directories,
      this.services,
      this.kinds,
      this.permissions,
      this.resources,
      this.shares,
      this.invitations,
      this.failures,
      this.timers,
      this.#accountsByKey,
      this.#sharesByOwner,
      this.#sharedResources,
      this.#byEntity,
      this.#invitationsByReceiver,
      this.#openInvitationsBySender,
    ];
    for (const index of indexes) index.clear();
    this.regions.length = 0;
    this.nextShareIds.length = 0;
  }

  #countResource(association: Association, change: number): void {
    const { owner } = association.share;
    if (association.side === "Resource") this.#sharedResources.set(owner, this.sharedResources(owner) + change);
  }

  schedule(subject: Share | Association | Invitation, due: Due | undefined): void {
    if (due && "at" in due) this.scheduleAt(subject, due.at);
  }

  scheduleAt(subject: Share | Association | Invitation, time: string | undefined): void {
    if (time !== undefined) this.timers.add(Date.parse(time), subject);
  }
}

function entriesFor<Value>(index: Map<string, Set<Value>>, key: string): Set<Value> {
  return getOrCreate(index, key, () => new Set());
}
