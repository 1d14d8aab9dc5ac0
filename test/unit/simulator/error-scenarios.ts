import type { Code } from "../../../provider/api/error-codes.ts";
import type { SimulatorOptions } from "../../../simulator/simulator.ts";
import { demo } from "../../../simulator/world/demo.ts";
import { signingTime } from "../../support/signer.ts";
import { createShare } from "./fixture.ts";
import { inputCodes } from "./input-error-scenarios.ts";
import {
  acceptAfter,
  assumeRole,
  afterChange,
  create,
  deny,
  external,
  leaveShare,
  missing,
  name,
  onShare,
  singleCall,
  tagScope,
  portfolio,
  propertyOf,
  quota,
  injectedError,
  signedWith,
  vswitch,
  type ErrorRequest,
} from "./error-requests.ts";

/** The settings that a code needs. */
export const settings: Readonly<Record<string, SimulatorOptions>> = { "Throttling.User": { limits: { DescribeRegions: 1 } } };

/** Every code of the catalog and how to provoke it; a new code without a row does not compile. */
export const provocations: Readonly<Record<Code, ErrorRequest>> = {
  ...inputCodes,
  DisassociateInvalid: onShare("DisassociateResourceShare", (ResourceShareId) => ({ ResourceShareId, Targets: [demo.member] })),
  "InvalidResourceId.NotFound": singleCall("UntagResources", { ...tagScope, ResourceId: ["rs-absent"], All: true }),
  ResourceNotFound: singleCall("ChangeResourceGroup", {
    ResourceId: "rs-absent",
    ResourceRegionId: "cn-hangzhou",
    ResourceGroupId: "rg-default",
  }),
  "NoPermission.ChangeResourceGroup": afterChange(deny("ChangeResourceGroup"), singleCall("ChangeResourceGroup")),
  SignatureDoesNotMatch: signedWith(({ key }) => ({ key: { ...key(), accessKeySecret: "wrong" } })),
  SignatureNonceUsed: async (fixture) => {
    await signedWith(() => ({ nonce: "n" }))(fixture);
    return signedWith(() => ({ nonce: "n" }))(fixture);
  },
  "InvalidTimeStamp.Expired": signedWith(({ clock }) => ({ date: signingTime(clock.now() - 16 * 60_000) })),
  "InvalidTimeStamp.Format": signedWith(() => ({ date: "yesterday" })),
  "InvalidSecurityToken.Expired": async (fixture) => {
    const key = await assumeRole(fixture);
    fixture.simulator.advance(3_600_000);
    return signedWith(() => ({ key }))(fixture);
  },
  Throttling: ({ simulator, call }) => {
    simulator.faults.add({ fault: { kind: "throttled", code: "Throttling" } });
    return call("DescribeRegions");
  },
  "Throttling.User": async ({ ok, call }) => {
    await ok("DescribeRegions");
    return call("DescribeRegions");
  },
  "Throttling.Api": ({ simulator, call }) => {
    simulator.faults.add({ fault: { kind: "throttled", code: "Throttling.Api" } });
    return call("DescribeRegions");
  },
  SystemError: injectedError("ChangeResourceGroup", 400, "SystemError"),
  NoPermission: afterChange(deny("TagResources"), singleCall("TagResources")),
  "Forbidden.RAM": afterChange(deny("GetPermission"), singleCall("GetPermission")),
  AccessDenied: injectedError("DescribeRegions", 403, "AccessDenied"),
  "EntityNotExists.ResourceShare": singleCall("DeleteResourceShare", { ResourceShareId: "rs-absent" }),
  "EntityNotExists.Permission": singleCall("GetPermission", { PermissionName: "Unheard" }),
  "InvalidAccessKeyId.NotFound": signedWith(() => ({ key: { accessKeyId: "unheard", accessKeySecret: "x" } })),
  "InvalidAction.NotFound": singleCall("ShareEverything"),
  "EntityNotExists.ResourceShareInvitation": singleCall("RejectResourceShareInvitation", { ResourceShareInvitationId: "i-absent" }),
  "QuotaExceeded.ResourceShare.Count": afterChange(quota({ shares: 0 }), create({})),
  "QuotaExceeded.SharedResource.Count": afterChange(
    quota({ sharedResources: 1 }),
    create({ Resources: [vswitch("vsw-1"), vswitch("vsw-2")] }),
  ),
  "QuotaExceeded.PendingInvitations": afterChange(quota({ pendingInvitations: 0 }), create({ ...external, Targets: [demo.consumer] })),
  ActionNotPermitted: singleCall("EnableSharingWithResourceDirectory", {}, demo.member),
  OperationNotPermitted: afterChange(deny("UpdateResourceShare"), singleCall("UpdateResourceShare")),
  NotManagementAccount: create({ Resources: [{ ResourceId: "cp-1", ResourceType: "CompliancePack" }] }, demo.member),
  AccountNotInResourceDirectory: create({}, demo.consumer),
  NotEnableSharingWithResourceDirectory: afterChange(
    ({ simulator }) => simulator.outOfBand.enableSharing(demo.directory, false),
    create({ Targets: [demo.member] }),
  ),
  ShareWithYourself: create({ Targets: [demo.owner] }),
  "InvalidTarget.LegalEntityMismatch": create({ ...external, Targets: [demo.stranger] }),
  "InvalidTarget.SiteMismatch": create({ ...external, Targets: [demo.abroad] }),
  "ExternalTargetsNotAllowed.ResourceType": create({
    ...external,
    Targets: [demo.consumer],
    Resources: [{ ResourceId: "eap-1", ResourceType: "ElasticityAssurance" }],
  }),
  "NotSupport.AllowExternalTargets": onShare("UpdateResourceShare", (ResourceShareId) => ({ ResourceShareId, ...name, ...external }), {
    Resources: [{ ResourceId: "eap-1", ResourceType: "ElasticityAssurance" }],
  }),
  "LeavingFailed.Account": leaveShare({ Targets: [demo.member] }, demo.member),
  "LeavingFailed.ResourceType": leaveShare(
    { ...external, Targets: [demo.consumer], Resources: [{ ResourceId: "pippool-1", ResourceType: "PublicIpAddressPool" }] },
    demo.consumer,
  ),
  AlreadyEnabled: missing("EnableSharingWithResourceDirectory"),
  AlreadyDisabled: injectedError("EnableSharingWithResourceDirectory", 409, "AlreadyDisabled"),
  "EntityAlreadyExists.ResourceShare": async (fixture) => {
    fixture.simulator.outOfBand.nextShareId(await createShare(fixture));
    return fixture.call("CreateResourceShare", name);
  },
  "NotSupport.Service.ExistInOtherResourceShare": async (fixture) => {
    const pool = (id: string) => ({
      ...external,
      Targets: [demo.service],
      Resources: [{ ResourceId: id, ResourceType: "PublicIpAddressPool" }],
    });
    await createShare(fixture, pool("pippool-1"));
    return create(pool("pippool-2"))(fixture);
  },
  "NotSupport.Service.AssociateConflict": async (fixture) => {
    const share = { ...external, Targets: [demo.service], Resources: [vswitch("vsw-1")] };
    await createShare(fixture, share);
    return create(share)(fixture);
  },
  ResourceShareStatusMismatchAction: async (fixture) => {
    const id = await createShare(fixture);
    await fixture.ok("DeleteResourceShare", { ResourceShareId: id });
    return fixture.call("DeleteResourceShare", { ResourceShareId: id });
  },
  "DisassociateConflict.Permission": onShare(
    "DisassociateResourceSharePermission",
    (ResourceShareId) => ({ ResourceShareId, PermissionName: "AliyunRSDefaultPermissionVSwitch" }),
    { Resources: [vswitch("vsw-1")] },
  ),
  "InvitationStatus.Expired": acceptAfter(({ simulator }) => simulator.advance(7 * 24 * 3_600_000)),
  "InvitationStatus.AlreadyRejected": acceptAfter(({ ok }, invitation) =>
    ok("RejectResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer),
  ),
  "InvitationStatus.AlreadyAccepted": acceptAfter(({ ok }, invitation) =>
    ok("AcceptResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer),
  ),
  AssociateConflict: async (fixture) => {
    const id = await createShare(fixture, { Targets: [demo.member] });
    fixture.clock.advance(1000);
    await fixture.ok("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
    return fixture.call("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.network] });
  },
  DisassociateConflict: async (fixture) => {
    const id = await createShare(fixture, { Targets: [demo.member] });
    return fixture.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
  },
  "NotSupport.ResourcePropertyConflict": async (fixture) => {
    const id = await createShare(fixture, propertyOf(portfolio("port-1")));
    return fixture.call("AssociateResourceShare", {
      ResourceShareId: id,
      ...propertyOf(portfolio("port-1"), '{"shareTagOptions":false}'),
    });
  },
  ExternalTargetWithdrawConflict: async (fixture) => {
    const id = await createShare(fixture, { ...external, Targets: [demo.consumer, demo.member] });
    return fixture.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.consumer] });
  },
  DeleteResourceShareConflict: async (fixture) => {
    const id = await createShare(fixture, { Targets: [demo.member] });
    return fixture.call("DeleteResourceShare", { ResourceShareId: id });
  },
  ConcurrentExecutionError: injectedError("CreateResourceShare", 409, "ConcurrentExecutionError", name),
  InternalError: injectedError("TagResources", 500, "InternalError"),
  ServiceUnavailable: injectedError("DescribeRegions", 503, "ServiceUnavailable"),
};
