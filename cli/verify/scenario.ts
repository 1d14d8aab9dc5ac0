import { getOrCreate } from "../../provider/kernel/get-or-create.ts";
import { visibilityMs } from "../../provider/lifecycle/freshness.ts";
import type { Answer, Fields, Seen } from "./answers.ts";
import { type Calls, NotTried } from "./calls.ts";
import type { Permitted } from "./permitted.ts";
import type { RunShares } from "./shares.ts";

/** The measured times, in milliseconds, by the names of the simulator's paces. */
export type Times = Record<string, number>;

/** The account of the credentials, or why it is unknown. */
export interface Caller {
  readonly account: string | undefined;
  /** The account that the credentials of `--receiver` belong to. */
  readonly receiver?: string | undefined;
  readonly problem: string;
  /** Whether the identity service has accepted the call, or has no such call. */
  readonly isAnswered: boolean;
}

interface Entity {
  readonly side: "Resource" | "Target";
  readonly id: string;
}

/** The keys of the tags of the new share, and one that it lacks. */
export const tags = { first: "resourceshare-verify-first", second: "resourceshare-verify-second", absent: "resourceshare-verify-absent" };

/**
 * The steps of a run, in their order. A probe awaits the step that it needs, and a step runs once.
 * No target gets access to the resource: the resource is disassociated before the target is associated.
 */
export class Scenario {
  readonly calls: Calls;
  readonly shares: RunShares;
  readonly permitted: Permitted;
  readonly caller: Caller;
  readonly times: Times = {};
  /** How long lists certainly did not show the new share, in milliseconds. */
  invisibleMs = 0;
  readonly #steps = new Map<string, Promise<unknown>>();

  constructor(calls: Calls, shares: RunShares, permitted: Permitted, caller: Caller) {
    this.calls = calls;
    this.shares = shares;
    this.permitted = permitted;
    this.caller = caller;
  }

  ask(operation: string, parameters: object = {}): Promise<Answer> {
    return this.calls.ask(operation, parameters);
  }

  /** How calls are made with the credentials of the external account, in the region of the run. */
  get byReceiver() {
    const { receiver } = this.permitted;
    if (receiver === undefined) throw new NotTried("needs --receiver");
    return { account: { ...receiver, region: this.calls.region } };
  }

  /** The lists of what the account shares already, of which five records are read. */
  existing(): Promise<unknown> {
    return this.#once("existing", async () => {
      const MaxResults = 5;
      await this.ask("ListResourceShares", { ResourceOwner: "Self", MaxResults });
      for (const AssociationType of ["Resource", "Target"]) {
        await this.ask("ListResourceShareAssociations", { AssociationType, MaxResults });
      }
      await this.ask("ListSharedTargets", { ResourceOwner: "Self", MaxResults });
      await this.ask("ListResourceShareInvitations", { MaxResults });
    });
  }

  /** A share with two tags, one of them empty, once lists show it. */
  share(): Promise<string> {
    return this.#once("share", async () => {
      const Tag = [
        { Key: tags.first, Value: "1" },
        { Key: tags.second, Value: "" },
      ];
      const id = await this.shares.create({ Tag });
      const { result, ms, beforeMs } = await this.calls.until(
        () => this.listedShare(id),
        (share) => share !== undefined,
      );
      this.invisibleMs = beforeMs;
      if (result === undefined) throw new NotTried("the new share was not listed for two minutes");
      this.times["visibility"] = ms;
      return id;
    });
  }

  /** Repeats a read until its result is as wanted, or lists certainly show what was written; returns the last result. */
  async poll<Result>(read: () => Promise<Result>, isWanted: (result: Result) => boolean): Promise<Result> {
    return (await this.calls.until(read, isWanted, visibilityMs)).result;
  }

  /** Whether a read returns what is expected, at the latest when lists certainly show what was written. */
  async reaches(expected: string, read: () => Promise<unknown>): Promise<Seen> {
    const result = await this.poll(read, (text) => text === expected);
    return { holds: result === expected, seen: String(result) };
  }

  async listedShare(id: string): Promise<Fields | undefined> {
    const filter = { ResourceOwner: "Self", ResourceShareIds: [id] };
    return (await this.calls.list("ListResourceShares", filter, ["ResourceShares"]))[0];
  }

  associated(): Promise<string> {
    return this.#once("associated", async () => {
      const id = await this.share();
      await this.calls.accepted("AssociateResourceShare", { ResourceShareId: id, ...this.permitted.resource?.request });
      await this.#settled(id, this.#resource, "associate");
      return id;
    });
  }

  /** The share without the resource, after that was in it. */
  disassociated(): Promise<string> {
    return this.#once("disassociated", async () => {
      const id = await this.associated();
      const request = { ResourceShareId: id, ...this.permitted.resource?.request };
      // A probe before may have removed it.
      await this.calls.accepted("DisassociateResourceShare", request, { harmless: "DisassociateInvalid" });
      await this.#settled(id, this.#resource, "disassociate");
      return id;
    });
  }

  /** The records of the target in the share, after it came, left and came again. */
  targetRecords(): Promise<readonly Fields[]> {
    return this.#once("target", async () => {
      if (this.permitted.resource !== undefined) await this.disassociated();
      const id = await this.share();
      const request = { ResourceShareId: id, Targets: [this.#target.id] };
      await this.calls.accepted("AssociateResourceShare", request);
      await this.#settled(id, this.#target, "associate");
      await this.ask("ListSharedTargets", { ResourceOwner: "Self", ResourceShareIds: [id] });
      await this.calls.accepted("DisassociateResourceShare", request);
      await this.#settled(id, this.#target, "disassociate");
      await this.calls.accepted("AssociateResourceShare", request);
      await this.#settled(id, this.#target, "associate");
      return this.records(id, this.#target);
    });
  }

  deleted(): Promise<string> {
    return this.#once("deleted", async () => {
      const id = await this.share();
      await this.calls.accepted("DeleteResourceShare", { ResourceShareId: id });
      const { ms } = await this.calls.until(
        () => this.listedShare(id),
        (share) => share === undefined || share["ResourceShareStatus"] === "Deleted",
      );
      this.times["deleteShare"] = ms;
      return id;
    });
  }

  /** A share that has no resources and invites the external account. */
  invited(): Promise<string> {
    return this.#once("invited", async () => {
      const id = await this.shares.create({ AllowExternalTargets: true, Targets: [this.permitted.external] });
      const { result } = await this.calls.until(
        () => this.invitedRecords(id),
        (records) => records.length > 0,
      );
      if (result[0]?.["External"] === false) throw new NotTried("needs an account outside the directory in --external");
      return id;
    });
  }

  /** The records of the external account in a share. */
  invitedRecords(share: string): Promise<readonly Fields[]> {
    return this.records(share, { side: "Target", id: this.permitted.external ?? "" });
  }

  /** The share whose invitation the external account has rejected. */
  rejected(): Promise<string> {
    return this.#once("rejected", async () => {
      const id = await this.invited();
      await this.#answerInvitation(id, "RejectResourceShareInvitation");
      return id;
    });
  }

  /** The share that the external account has accepted, at its second invitation, and sees. */
  received(): Promise<string> {
    return this.#once("received", async () => {
      const id = await this.rejected();
      await this.calls.accepted("AssociateResourceShare", { ResourceShareId: id, Targets: [this.permitted.external] });
      await this.#answerInvitation(id, "AcceptResourceShareInvitation");
      const { result: isReceived } = await this.calls.until(
        () => this.isReceived(id),
        (isSeen) => isSeen,
      );
      if (!isReceived) throw new NotTried("the receiver did not see the share for two minutes");
      return id;
    });
  }

  async isReceived(id: string): Promise<boolean> {
    const filter = { ResourceOwner: "OtherAccounts", ResourceShareIds: [id] };
    return (await this.calls.list("ListResourceShares", filter, ["ResourceShares"], this.byReceiver)).length > 0;
  }

  async #answerInvitation(id: string, operation: string): Promise<void> {
    const filter = { ResourceShareIds: [id] };
    const isPending = ({ Status }: Fields) => Status === "Pending";
    const { result } = await this.calls.until(
      () => this.calls.list("ListResourceShareInvitations", filter, ["ResourceShareInvitations"], this.byReceiver),
      (invitations) => invitations.some(isPending),
    );
    const pending = result.find(isPending);
    if (pending === undefined) throw new NotTried("the receiver saw no invitation for two minutes");
    const request = { ResourceShareInvitationId: pending["ResourceShareInvitationId"] };
    await this.calls.accepted(operation, request, this.byReceiver);
  }

  /** More calls at once than the published limit of a second allows; returns when they began. */
  burst(): Promise<number> {
    return this.#once("burst", async () => {
      // The window of the calls before has ended.
      await this.calls.clock.sleep(2000);
      const began = this.calls.exchanges.length;
      const another = async () => {
        await this.calls.clock.sleep(50);
        await this.ask("DescribeRegions");
      };
      await Promise.all([this.calls.burst("CheckSharingWithResourceDirectoryStatus", 25), another()]);
      return began;
    });
  }

  /** The association records of an entity in a share. */
  async records(share: string, { side, id }: Entity): Promise<readonly Fields[]> {
    const filter = { AssociationType: side, ResourceShareIds: [share] };
    const records = await this.calls.list("ListResourceShareAssociations", filter, ["ResourceShareAssociations"]);
    return records.filter(({ EntityId }) => EntityId === id);
  }

  /** The permissions of the service, or of a resource type. */
  permissions(ResourceType?: unknown): Promise<readonly Fields[]> {
    return this.calls.list("ListPermissions", { ResourceType, MaxResults: 100 }, ["Permissions"]);
  }

  /** The records of the resource that have not ended, once lists certainly show what was written, and it is settled. */
  async liveResources(share: string): Promise<readonly Fields[]> {
    await this.calls.clock.sleep(visibilityMs);
    const { result } = await this.calls.until(
      async () => (await this.records(share, this.#resource)).filter(isLive),
      (records) => records.every(({ AssociationStatus }) => AssociationStatus === "Associated"),
    );
    return result;
  }

  get #resource(): Entity {
    return { side: "Resource", id: this.permitted.resource?.id ?? "" };
  }

  get #target(): Entity {
    return { side: "Target", id: this.permitted.target ?? "" };
  }

  /** Waits until an entity is associated, or has no live record, and measures how long that takes. */
  async #settled(share: string, entity: Entity, transition: "associate" | "disassociate"): Promise<void> {
    const isSettled = (records: readonly Fields[]) =>
      transition === "associate"
        ? records.some(({ AssociationStatus }) => AssociationStatus === "Associated")
        : records.length > 0 && records.every(({ AssociationStatus }) => AssociationStatus === "Disassociated");
    const isFailed = (records: readonly Fields[]) => records.some(({ AssociationStatus }) => AssociationStatus === "Failed");
    const { result, ms } = await this.calls.until(
      () => this.records(share, entity),
      (records) => isSettled(records) || isFailed(records),
    );
    if (!isSettled(result)) throw new NotTried(`${transition === "associate" ? "an association" : "a disassociation"} did not settle`);
    this.times[transition] ??= ms;
  }

  async #once<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
    // A step of a name always has the same result type.
    return getOrCreate(this.#steps, name, step) as Promise<Result>;
  }
}

function isLive({ AssociationStatus }: Fields): boolean {
  return AssociationStatus !== "Disassociated" && AssociationStatus !== "Failed";
}
