import type { Random } from "../../provider/kernel/random.ts";
import { TimerQueue } from "./timer-queue.ts";
import { isoTime, type Due, type Pace } from "./state-machines.ts";
import {
  type Account,
  type Association,
  type Directory,
  type Invitation,
  type PermissionEntry,
  type Resource,
  type ResourceKind,
  type Share,
  entityKey,
  isLive,
} from "./records.ts";
import { Settings } from "./settings.ts";
import type { FullWorldFile, PlannedFailure } from "./world-schema.ts";

/** The dependencies of a world: its time, its randomness, and the durations of transitions. */
export interface WorldDependencies {
  readonly now: () => number;
  readonly random: Random;
  readonly pace: Pace;
}

/** The state of the simulated service: its records. The handlers and `transitions.ts` contain the service's rules. */
export class World {
  readonly dependencies: WorldDependencies;
  settings: Settings = Settings.parse({});
  readonly accounts = new Map<string, Account>();
  readonly directories = new Map<string, Directory>();
  readonly services = new Set<string>();
  readonly regions: FullWorldFile["regions"] = [];
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
    this.schedule(share, share.due);
    this.scheduleAt(share, share.purgeAt);
  }

  removeShare(share: Share): void {
    for (const invitation of this.invitations.values()) if (invitation.share === share) this.invitations.delete(invitation.id);
    this.shares.delete(share.id);
  }

  sharesOf(owner: string): Share[] {
    return [...this.shares.values()].filter((share) => share.owner === owner);
  }

  addAssociation(association: Association): void {
    const key = entityKey(association.side, association.type, association.id);
    association.share.associations.add(association);
    if (isLive(association)) association.share.live.set(key, association);
    this.schedule(association, association.due);
    this.scheduleAt(association, association.purgeAt);
  }

  /** Removes an association from {@link Share.live}. Its record stays until it is purged. */
  endAssociation(association: Association): void {
    const key = entityKey(association.side, association.type, association.id);
    if (association.share.live.get(key) === association) association.share.live.delete(key);
  }

  /** The number of resources that an account shares. A resource counts once per share. */
  sharedResources(owner: string): number {
    return this.sharesOf(owner).flatMap((share) => [...share.live.values()].filter(({ side }) => side === "Resource")).length;
  }

  /** The number of open invitations that an account has sent. */
  openInvitationsFrom(owner: string): number {
    return [...this.invitations.values()].filter(({ sender, status }) => sender === owner && status === "Pending").length;
  }

  removeAssociation(association: Association): void {
    this.endAssociation(association);
    association.share.associations.delete(association);
  }

  addInvitation(invitation: Invitation): void {
    this.invitations.set(invitation.id, invitation);
    this.scheduleAt(invitation, invitation.purgeAt ?? invitation.expiresAt);
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
    ];
    for (const index of indexes) index.clear();
    this.regions.length = 0;
    this.nextShareIds.length = 0;
  }

  schedule(subject: Share | Association | Invitation, due: Due | undefined): void {
    if (due && "at" in due) this.scheduleAt(subject, due.at);
  }

  scheduleAt(subject: Share | Association | Invitation, time: string | undefined): void {
    if (time !== undefined) this.timers.add(Date.parse(time), subject);
  }
}
