import type { Code } from "../../../provider/api/errors.ts";
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
  type ErrorScenario,
} from "./error-requests.ts";

/** Every code of the catalog and how to provoke it; a new code without a row does not compile. */
export const provocations: Readonly<Record<Code, ErrorScenario>> = {
  ...inputCodes,
  DisassociateInvalid: { how: onShare("DisassociateResourceShare", (ResourceShareId) => ({ ResourceShareId, Targets: [demo.member] })) },
  "InvalidResourceId.NotFound": { how: singleCall("UntagResources", { ...tagScope, ResourceId: ["rs-absent"], All: true }) },
  ResourceNotFound: {
    how: singleCall("ChangeResourceGroup", { ResourceId: "rs-absent", ResourceRegionId: "cn-hangzhou", ResourceGroupId: "rg-default" }),
  },
  "NoPermission.ChangeResourceGroup": { how: afterChange(deny("ChangeResourceGroup"), singleCall("ChangeResourceGroup")) },
  SignatureDoesNotMatch: { how: signedWith(({ key }) => ({ key: { ...key(), accessKeySecret: "wrong" } })) },
  SignatureNonceUsed: {
    how: async (fixture) => {
      await signedWith(() => ({ nonce: "n" }))(fixture);
      return signedWith(() => ({ nonce: "n" }))(fixture);
    },
  },
  "InvalidTimeStamp.Expired": { how: signedWith(({ clock }) => ({ date: signingTime(clock.now() - 16 * 60_000) })) },
  "InvalidTimeStamp.Format": { how: signedWith(() => ({ date: "yesterday" })) },
  "InvalidSecurityToken.Expired": {
    how: async (fixture) => {
      const { Credentials } = (await assumeRole(fixture)) as { Credentials: Record<string, string> };
      fixture.simulator.advance(3_600_000);
      const { AccessKeyId = "", AccessKeySecret = "", SecurityToken } = Credentials;
      return signedWith(() => ({ key: { accessKeyId: AccessKeyId, accessKeySecret: AccessKeySecret, securityToken: SecurityToken } }))(
        fixture,
      );
    },
  },
  Throttling: {
    how: ({ simulator, call }) => {
      simulator.faults.add({ fault: { kind: "throttled", code: "Throttling" } });
      return call("DescribeRegions");
    },
  },
  "Throttling.User": {
    options: { limits: { DescribeRegions: 1 } },
    how: async ({ ok, call }) => {
      await ok("DescribeRegions");
      return call("DescribeRegions");
    },
  },
  "Throttling.Api": {
    how: ({ simulator, call }) => {
      simulator.faults.add({ fault: { kind: "throttled", code: "Throttling.Api" } });
      return call("DescribeRegions");
    },
  },
  SystemError: { how: injectedError("ChangeResourceGroup", 400, "SystemError") },
  NoPermission: { how: afterChange(deny("TagResources"), singleCall("TagResources")) },
  "Forbidden.RAM": { how: afterChange(deny("GetPermission"), singleCall("GetPermission")) },
  AccessDenied: { how: injectedError("DescribeRegions", 403, "AccessDenied") },
  "EntityNotExists.ResourceShare": { how: singleCall("DeleteResourceShare", { ResourceShareId: "rs-absent" }) },
  "EntityNotExists.Permission": { how: singleCall("GetPermission", { PermissionName: "Unheard" }) },
  "InvalidAccessKeyId.NotFound": { how: signedWith(() => ({ key: { accessKeyId: "unheard", accessKeySecret: "x" } })) },
  "InvalidAction.NotFound": { how: singleCall("ShareEverything") },
  "EntityNotExists.ResourceShareInvitation": {
    how: singleCall("RejectResourceShareInvitation", { ResourceShareInvitationId: "i-absent" }),
  },
  "QuotaExceeded.ResourceShare.Count": { how: afterChange(quota({ shares: 0 }), create({})) },
  "QuotaExceeded.SharedResource.Count": {
    how: afterChange(quota({ sharedResources: 1 }), create({ Resources: [vswitch("vsw-1"), vswitch("vsw-2")] })),
  },
  "QuotaExceeded.PendingInvitations": {
    how: afterChange(quota({ pendingInvitations: 0 }), create({ ...external, Targets: [demo.consumer] })),
  },
  ActionNotPermitted: { how: singleCall("EnableSharingWithResourceDirectory", {}, demo.member) },
  OperationNotPermitted: { how: afterChange(deny("UpdateResourceShare"), singleCall("UpdateResourceShare")) },
  NotManagementAccount: { how: create({ Resources: [{ ResourceId: "cp-1", ResourceType: "CompliancePack" }] }, demo.member) },
  AccountNotInResourceDirectory: { how: create({}, demo.consumer) },
  NotEnableSharingWithResourceDirectory: {
    how: afterChange(({ simulator }) => simulator.outOfBand.enableSharing(demo.directory, false), create({ Targets: [demo.member] })),
  },
  ShareWithYourself: { how: create({ Targets: [demo.owner] }) },
  "InvalidTarget.LegalEntityMismatch": { how: create({ ...external, Targets: [demo.stranger] }) },
  "InvalidTarget.SiteMismatch": { how: create({ ...external, Targets: [demo.abroad] }) },
  "ExternalTargetsNotAllowed.ResourceType": {
    how: create({ ...external, Targets: [demo.consumer], Resources: [{ ResourceId: "eap-1", ResourceType: "ElasticityAssurance" }] }),
  },
  "NotSupport.AllowExternalTargets": {
    how: onShare("UpdateResourceShare", (ResourceShareId) => ({ ResourceShareId, ...name, ...external }), {
      Resources: [{ ResourceId: "eap-1", ResourceType: "ElasticityAssurance" }],
    }),
  },
  "LeavingFailed.Account": { how: leaveShare({ Targets: [demo.member] }, demo.member) },
  "LeavingFailed.ResourceType": {
    how: leaveShare(
      { ...external, Targets: [demo.consumer], Resources: [{ ResourceId: "pippool-1", ResourceType: "PublicIpAddressPool" }] },
      demo.consumer,
    ),
  },
  AlreadyEnabled: missing("EnableSharingWithResourceDirectory"),
  AlreadyDisabled: { how: injectedError("EnableSharingWithResourceDirectory", 409, "AlreadyDisabled") },
  "EntityAlreadyExists.ResourceShare": {
    how: async (fixture) => {
      fixture.simulator.outOfBand.nextShareId(await createShare(fixture));
      return fixture.call("CreateResourceShare", name);
    },
  },
  "NotSupport.Service.ExistInOtherResourceShare": {
    how: async (fixture) => {
      const pool = (id: string) => ({
        ...external,
        Targets: [demo.service],
        Resources: [{ ResourceId: id, ResourceType: "PublicIpAddressPool" }],
      });
      await createShare(fixture, pool("pippool-1"));
      return create(pool("pippool-2"))(fixture);
    },
  },
  "NotSupport.Service.AssociateConflict": {
    how: async (fixture) => {
      const share = { ...external, Targets: [demo.service], Resources: [vswitch("vsw-1")] };
      await createShare(fixture, share);
      return create(share)(fixture);
    },
  },
  ResourceShareStatusMismatchAction: {
    how: async (fixture) => {
      const id = await createShare(fixture);
      await fixture.ok("DeleteResourceShare", { ResourceShareId: id });
      return fixture.call("DeleteResourceShare", { ResourceShareId: id });
    },
  },
  "DisassociateConflict.Permission": {
    how: onShare(
      "DisassociateResourceSharePermission",
      (ResourceShareId) => ({ ResourceShareId, PermissionName: "AliyunRSDefaultPermissionVSwitch" }),
      { Resources: [vswitch("vsw-1")] },
    ),
  },
  "InvitationStatus.Expired": { how: acceptAfter(({ simulator }) => simulator.advance(7 * 24 * 3_600_000)) },
  "InvitationStatus.AlreadyRejected": {
    how: acceptAfter(({ ok }, invitation) => ok("RejectResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer)),
  },
  "InvitationStatus.AlreadyAccepted": {
    how: acceptAfter(({ ok }, invitation) => ok("AcceptResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer)),
  },
  AssociateConflict: {
    how: async (fixture) => {
      const id = await createShare(fixture, { Targets: [demo.member] });
      fixture.clock.advance(1000);
      await fixture.ok("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
      return fixture.call("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.network] });
    },
  },
  DisassociateConflict: {
    how: async (fixture) => {
      const id = await createShare(fixture, { Targets: [demo.member] });
      return fixture.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
    },
  },
  "NotSupport.ResourcePropertyConflict": {
    how: async (fixture) => {
      const id = await createShare(fixture, propertyOf(portfolio("port-1")));
      return fixture.call("AssociateResourceShare", {
        ResourceShareId: id,
        ...propertyOf(portfolio("port-1"), '{"shareTagOptions":false}'),
      });
    },
  },
  ExternalTargetWithdrawConflict: {
    how: async (fixture) => {
      const id = await createShare(fixture, { ...external, Targets: [demo.consumer, demo.member] });
      return fixture.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.consumer] });
    },
  },
  DeleteResourceShareConflict: {
    how: async (fixture) => {
      const id = await createShare(fixture, { Targets: [demo.member] });
      return fixture.call("DeleteResourceShare", { ResourceShareId: id });
    },
  },
  ConcurrentExecutionError: { how: injectedError("CreateResourceShare", 409, "ConcurrentExecutionError", name) },
  InternalError: { how: injectedError("TagResources", 500, "InternalError") },
  ServiceUnavailable: { how: injectedError("DescribeRegions", 503, "ServiceUnavailable") },
};
