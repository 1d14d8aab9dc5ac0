import { demo } from "../../provider/simulator/demo.ts";
import type { SimulatorOptions } from "../../provider/simulator/simulator.ts";
import { encodeRpc } from "../../provider/wire/encode.ts";
import { signed, signingTime, type ToSign } from "../support/signer.ts";
import { createShare, records, type Bench, type Read } from "./bench.ts";

/** How a code is provoked: what the simulator is told, and the calls of which the last is answered with the code. */
export interface Provocation {
  readonly options?: SimulatorOptions;
  readonly how: (bench: Bench) => Promise<Read>;
}

type How = Provocation["how"];

export const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
export const switchArn = (id: string, owner: string = demo.owner) => `acs:vpc:cn-hangzhou:${owner}:vswitch/${id}`;
export const vswitch = (id: string) => ({ ResourceId: id, ResourceType: "VSwitch" });
export const place = { ResourceType: "ResourceShare", RegionId: "cn-hangzhou" };
export const name = { ResourceShareName: "demo" };
export const twice = <T>(value: T) => [value, value];

/** A call with nothing before it. */
export const once =
  (action: string, request: object = {}, account?: string): How =>
  ({ call }) =>
    call(action, request, account);

/** A creation that is refused. */
export const create = (request: object, account?: string): How => once("CreateResourceShare", { ...name, ...request }, account);

/** A call on a share that exists. */
export const onShare =
  (action: string, request: (id: string) => object, share: object = {}): How =>
  async (bench) => {
    const id = await createShare(bench, share);
    bench.clock.advance(1000);
    return bench.call(action, request(id));
  };

/** A call that is signed otherwise than it should be. */
export const sent =
  (otherwise: (bench: Bench) => Partial<ToSign>): How =>
  async (bench) => {
    const { send, url, key, clock } = bench;
    const response = await send(
      signed({ key: key(), action: "DescribeRegions", url, date: signingTime(clock.now()), ...otherwise(bench) }),
    );
    const body = JSON.parse(response.body) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, code: body["Code"] };
  };

/** A code that only the service itself can cause: it is scripted. */
export const scripted =
  (action: string, status: number, code: string, request: object = {}): How =>
  ({ simulator, call }) => {
    simulator.faults.add({ operation: action, fault: { kind: "error", status, code } });
    return call(action, request);
  };

export const changed =
  (change: (bench: Bench) => void, how: How): How =>
  (bench) => {
    change(bench);
    return how(bench);
  };

/** An open invitation of the consumer, answered in some way before it is accepted. */
export const answered =
  (how: (bench: Bench, invitation: string) => unknown): How =>
  async (bench) => {
    await createShare(bench, { AllowExternalTargets: true, Targets: [demo.consumer] });
    const listed = await bench.ok("ListResourceShareInvitations", {}, demo.consumer);
    const invitation = String(records(listed, "ResourceShareInvitations")[0]?.["ResourceShareInvitationId"]);
    await how(bench, invitation);
    return bench.call("AcceptResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer);
  };

/** A receiver that wants to leave. */
export const leave =
  (share: object, account: string): How =>
  async (bench) => {
    const id = await createShare(bench, share);
    bench.simulator.behindTheBack.settleNow();
    for (const { id: invitation } of bench.simulator.world.invitations.values())
      bench.simulator.behindTheBack.answerInvitation(invitation, "accept");
    bench.simulator.behindTheBack.settleNow();
    return bench.call("DisassociateResourceShare", { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [account] }, account);
  };

export const propertyOf = (arn: string, Property = '{"shareTagOptions":true}') => ({
  ResourceArns: [arn],
  ResourceProperties: [{ ResourceArn: arn, Property }],
});
export const portfolio = (id: string) => `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/${id}`;
export const serviceProperty = { TargetId: demo.service, Property: '{"timeRange":{"timeRangeType":"day"}}' };
export const external = { AllowExternalTargets: true };
export const associations = (request: object) => once("ListResourceShareAssociations", { AssociationType: "Resource", ...request });
export const untag = (request: object) => onShare("UntagResources", (id) => ({ ...place, ResourceId: [id], ...request }));
export const tag = (request: object) => onShare("TagResources", (id) => ({ ...place, ResourceId: [id], ...request }));
export const missing = (action: string) => ({ how: once(action) });
export const quota = (quotas: Partial<{ shares: number; sharedResources: number; pendingInvitations: number }>) => (bench: Bench) => {
  Object.assign(bench.simulator.world.settings.quotas, quotas);
};
export const deny = (operation: string) => (bench: Bench) => {
  bench.simulator.world.account(demo.owner).denied.push(operation);
};

/** Keys of a role of the consumer, for an hour. */
export async function assumed({ send, url, key, clock }: Pick<Bench, "send" | "url" | "key" | "clock">): Promise<object> {
  const parameters = encodeRpc({ RoleArn: `acs:ram::${demo.consumer}:role/resource-sharing`, RoleSessionName: "tests" });
  const response = await send(
    signed({ key: key(), action: "AssumeRole", version: "2015-04-01", url, parameters, date: signingTime(clock.now()) }),
  );
  return JSON.parse(response.body) as object;
}
