import { demo } from "../../../simulator/world/demo.ts";
import { encodeRpc } from "../../../provider/wire/encode.ts";
import { signed, signingTime, type SigningKey, type SigningRequest } from "../../support/signer.ts";
import { createShare, records, type Fixture, type ParsedResponse } from "./fixture.ts";

/** Calls of which the last one returns the code. */
export type ErrorRequest = (fixture: Fixture) => Promise<ParsedResponse>;

export const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
export const switchArn = (id: string, owner: string = demo.owner) => `acs:vpc:cn-hangzhou:${owner}:vswitch/${id}`;
export const vswitch = (id: string) => ({ ResourceId: id, ResourceType: "VSwitch" });
export const tagScope = { ResourceType: "ResourceShare", RegionId: "cn-hangzhou" };
export const name = { ResourceShareName: "demo" };
export const duplicated = <T>(value: T) => [value, value];

/** A single call without preparation. */
export const singleCall =
  (action: string, request: object = {}, account?: string): ErrorRequest =>
  ({ call }) =>
    call(action, request, account);

/** A creation that is refused. */
export const create = (request: object, account?: string): ErrorRequest =>
  singleCall("CreateResourceShare", { ...name, ...request }, account);

/** A call on a share that exists. */
export const onShare =
  (action: string, request: (id: string) => object, share: object = {}): ErrorRequest =>
  async (fixture) => {
    const id = await createShare(fixture, share);
    fixture.clock.advance(1000);
    return fixture.call(action, request(id));
  };

/** A call with a wrong signature. */
export const signedWith =
  (overrides: (fixture: Fixture) => Partial<SigningRequest>): ErrorRequest =>
  async (fixture) => {
    const { send, url, key, clock } = fixture;
    const response = await send(
      signed({ key: key(), action: "DescribeRegions", url, date: signingTime(clock.now()), ...overrides(fixture) }),
    );
    const body = JSON.parse(response.body) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body, code: body["Code"] };
  };

/** A code that only the service itself can cause: an injected fault. */
export const injectedError =
  (action: string, status: number, code: string, request: object = {}): ErrorRequest =>
  ({ simulator, call }) => {
    simulator.faults.add({ operation: action, fault: { kind: "error", status, code } });
    return call(action, request);
  };

export const afterChange =
  (change: (fixture: Fixture) => void, request: ErrorRequest): ErrorRequest =>
  (fixture) => {
    change(fixture);
    return request(fixture);
  };

/** An open invitation of the consumer that gets another response before it is accepted. */
export const acceptAfter =
  (answer: (fixture: Fixture, invitation: string) => unknown): ErrorRequest =>
  async (fixture) => {
    await createShare(fixture, { AllowExternalTargets: true, Targets: [demo.consumer] });
    const listed = await fixture.ok("ListResourceShareInvitations", {}, demo.consumer);
    const invitation = String(records(listed, "ResourceShareInvitations")[0]?.["ResourceShareInvitationId"]);
    await answer(fixture, invitation);
    return fixture.call("AcceptResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer);
  };

/** A receiver that leaves a share. */
export const leaveShare =
  (share: object, account: string): ErrorRequest =>
  async (fixture) => {
    const id = await createShare(fixture, share);
    fixture.simulator.outOfBand.settleNow();
    for (const { id: invitation } of fixture.simulator.world.invitations.values())
      fixture.simulator.outOfBand.answerInvitation(invitation, "accept");
    fixture.simulator.outOfBand.settleNow();
    return fixture.call("DisassociateResourceShare", { ResourceShareId: id, ResourceOwner: "OtherAccounts", Targets: [account] }, account);
  };

export const propertyOf = (arn: string, Property = '{"shareTagOptions":true}') => ({
  ResourceArns: [arn],
  ResourceProperties: [{ ResourceArn: arn, Property }],
});
export const portfolio = (id: string) => `acs:servicecatalog:cn-hangzhou:${demo.owner}:portfolio/${id}`;
export const serviceProperty = { TargetId: demo.service, Property: '{"timeRange":{"timeRangeType":"day"}}' };
export const external = { AllowExternalTargets: true };
export const associations = (request: object) => singleCall("ListResourceShareAssociations", { AssociationType: "Resource", ...request });
export const untag = (request: object) => onShare("UntagResources", (id) => ({ ...tagScope, ResourceId: [id], ...request }));
export const tag = (request: object) => onShare("TagResources", (id) => ({ ...tagScope, ResourceId: [id], ...request }));
export const missing = (action: string) => singleCall(action);
export const quota = (quotas: Partial<{ shares: number; sharedResources: number; pendingInvitations: number }>) => (fixture: Fixture) => {
  Object.assign(fixture.simulator.world.settings.quotas, quotas);
};
export const deny = (operation: string) => (fixture: Fixture) => {
  fixture.simulator.world.account(demo.owner).denied.push(operation);
};

/** Keys of a role of the consumer, for an hour. */
export async function assumeRole({ send, url, key, clock }: Pick<Fixture, "send" | "url" | "key" | "clock">): Promise<SigningKey> {
  const parameters = encodeRpc({ RoleArn: `acs:ram::${demo.consumer}:role/resource-sharing`, RoleSessionName: "tests" });
  const response = await send(
    signed({ key: key(), action: "AssumeRole", version: "2015-04-01", url, parameters, date: signingTime(clock.now()) }),
  );
  const { Credentials } = JSON.parse(response.body) as { Credentials: Record<string, string> };
  const { AccessKeyId = "", AccessKeySecret = "", SecurityToken } = Credentials;
  return { accessKeyId: AccessKeyId, accessKeySecret: AccessKeySecret, securityToken: SecurityToken };
}
