import type { Code } from "../../provider/api/errors.ts";
import { demo } from "../../provider/simulator/demo.ts";
import { signingTime } from "../support/signer.ts";
import { createShare } from "./bench.ts";
import { inputCodes } from "./inputs.ts";
import {
  answered,
  assumed,
  changed,
  create,
  deny,
  external,
  leave,
  missing,
  name,
  onShare,
  once,
  place,
  portfolio,
  propertyOf,
  quota,
  scripted,
  sent,
  vswitch,
  type Provocation,
} from "./provoke.ts";

/** Every code of the catalog and how to get it; a new code without a row does not compile. */
export const provocations: Readonly<Record<Code, Provocation>> = {
  ...inputCodes,
  DisassociateInvalid: { how: onShare("DisassociateResourceShare", (ResourceShareId) => ({ ResourceShareId, Targets: [demo.member] })) },
  "InvalidResourceId.NotFound": { how: once("UntagResources", { ...place, ResourceId: ["rs-absent"], All: true }) },
  ResourceNotFound: {
    how: once("ChangeResourceGroup", { ResourceId: "rs-absent", ResourceRegionId: "cn-hangzhou", ResourceGroupId: "rg-default" }),
  },
  "NoPermission.ChangeResourceGroup": { how: changed(deny("ChangeResourceGroup"), once("ChangeResourceGroup")) },
  SignatureDoesNotMatch: { how: sent(({ key }) => ({ key: { ...key(), accessKeySecret: "wrong" } })) },
  SignatureNonceUsed: {
    how: async (bench) => {
      await sent(() => ({ nonce: "n" }))(bench);
      return sent(() => ({ nonce: "n" }))(bench);
    },
  },
  "InvalidTimeStamp.Expired": { how: sent(({ clock }) => ({ date: signingTime(clock.now() - 16 * 60_000) })) },
  "InvalidTimeStamp.Format": { how: sent(() => ({ date: "yesterday" })) },
  "InvalidSecurityToken.Expired": {
    how: async (bench) => {
      const { Credentials } = (await assumed(bench)) as { Credentials: Record<string, string> };
      bench.simulator.advance(3_600_000);
      const { AccessKeyId = "", AccessKeySecret = "", SecurityToken } = Credentials;
      return sent(() => ({ key: { accessKeyId: AccessKeyId, accessKeySecret: AccessKeySecret, securityToken: SecurityToken } }))(bench);
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
  SystemError: { how: scripted("ChangeResourceGroup", 400, "SystemError") },
  NoPermission: { how: changed(deny("TagResources"), once("TagResources")) },
  "Forbidden.RAM": { how: changed(deny("GetPermission"), once("GetPermission")) },
  AccessDenied: { how: scripted("DescribeRegions", 403, "AccessDenied") },
  "EntityNotExists.ResourceShare": { how: once("DeleteResourceShare", { ResourceShareId: "rs-absent" }) },
  "EntityNotExists.Permission": { how: once("GetPermission", { PermissionName: "Unheard" }) },
  "InvalidAccessKeyId.NotFound": { how: sent(() => ({ key: { accessKeyId: "unheard", accessKeySecret: "x" } })) },
  "InvalidAction.NotFound": { how: once("ShareEverything") },
  "EntityNotExists.ResourceShareInvitation": { how: once("RejectResourceShareInvitation", { ResourceShareInvitationId: "i-absent" }) },
  "QuotaExceeded.ResourceShare.Count": { how: changed(quota({ shares: 0 }), create({})) },
  "QuotaExceeded.SharedResource.Count": {
    how: changed(quota({ sharedResources: 1 }), create({ Resources: [vswitch("vsw-1"), vswitch("vsw-2")] })),
  },
  "QuotaExceeded.PendingInvitations": { how: changed(quota({ pendingInvitations: 0 }), create({ ...external, Targets: [demo.consumer] })) },
  ActionNotPermitted: { how: once("EnableSharingWithResourceDirectory", {}, demo.member) },
  OperationNotPermitted: { how: changed(deny("UpdateResourceShare"), once("UpdateResourceShare")) },
  NotManagementAccount: { how: create({ Resources: [{ ResourceId: "cp-1", ResourceType: "CompliancePack" }] }, demo.member) },
  AccountNotInResourceDirectory: { how: create({}, demo.consumer) },
  NotEnableSharingWithResourceDirectory: {
    how: changed(({ simulator }) => simulator.behindTheBack.enableSharing(demo.directory, false), create({ Targets: [demo.member] })),
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
  "LeavingFailed.Account": { how: leave({ Targets: [demo.member] }, demo.member) },
  "LeavingFailed.ResourceType": {
    how: leave(
      { ...external, Targets: [demo.consumer], Resources: [{ ResourceId: "pippool-1", ResourceType: "PublicIpAddressPool" }] },
      demo.consumer,
    ),
  },
  AlreadyEnabled: missing("EnableSharingWithResourceDirectory"),
  AlreadyDisabled: { how: scripted("EnableSharingWithResourceDirectory", 409, "AlreadyDisabled") },
  "EntityAlreadyExists.ResourceShare": {
    how: async (bench) => {
      bench.simulator.behindTheBack.nextShareId(await createShare(bench));
      return bench.call("CreateResourceShare", name);
    },
  },
  "NotSupport.Service.ExistInOtherResourceShare": {
    how: async (bench) => {
      const pool = (id: string) => ({
        ...external,
        Targets: [demo.service],
        Resources: [{ ResourceId: id, ResourceType: "PublicIpAddressPool" }],
      });
      await createShare(bench, pool("pippool-1"));
      return create(pool("pippool-2"))(bench);
    },
  },
  "NotSupport.Service.AssociateConflict": {
    how: async (bench) => {
      const share = { ...external, Targets: [demo.service], Resources: [vswitch("vsw-1")] };
      await createShare(bench, share);
      return create(share)(bench);
    },
  },
  ResourceShareStatusMismatchAction: {
    how: async (bench) => {
      const id = await createShare(bench);
      await bench.ok("DeleteResourceShare", { ResourceShareId: id });
      return bench.call("DeleteResourceShare", { ResourceShareId: id });
    },
  },
  "DisassociateConflict.Permission": {
    how: onShare(
      "DisassociateResourceSharePermission",
      (ResourceShareId) => ({ ResourceShareId, PermissionName: "AliyunRSDefaultPermissionVSwitch" }),
      { Resources: [vswitch("vsw-1")] },
    ),
  },
  "InvitationStatus.Expired": { how: answered(({ simulator }) => simulator.advance(7 * 24 * 3_600_000)) },
  "InvitationStatus.AlreadyRejected": {
    how: answered(({ ok }, invitation) => ok("RejectResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer)),
  },
  "InvitationStatus.AlreadyAccepted": {
    how: answered(({ ok }, invitation) => ok("AcceptResourceShareInvitation", { ResourceShareInvitationId: invitation }, demo.consumer)),
  },
  AssociateConflict: {
    how: async (bench) => {
      const id = await createShare(bench, { Targets: [demo.member] });
      bench.clock.advance(1000);
      await bench.ok("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
      return bench.call("AssociateResourceShare", { ResourceShareId: id, Targets: [demo.network] });
    },
  },
  DisassociateConflict: {
    how: async (bench) => {
      const id = await createShare(bench, { Targets: [demo.member] });
      return bench.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.member] });
    },
  },
  "NotSupport.ResourcePropertyConflict": {
    how: async (bench) => {
      const id = await createShare(bench, propertyOf(portfolio("port-1")));
      return bench.call("AssociateResourceShare", { ResourceShareId: id, ...propertyOf(portfolio("port-1"), '{"shareTagOptions":false}') });
    },
  },
  ExternalTargetWithdrawConflict: {
    how: async (bench) => {
      const id = await createShare(bench, { ...external, Targets: [demo.consumer, demo.member] });
      return bench.call("DisassociateResourceShare", { ResourceShareId: id, Targets: [demo.consumer] });
    },
  },
  DeleteResourceShareConflict: {
    how: async (bench) => {
      const id = await createShare(bench, { Targets: [demo.member] });
      return bench.call("DeleteResourceShare", { ResourceShareId: id });
    },
  },
  ConcurrentExecutionError: { how: scripted("CreateResourceShare", 409, "ConcurrentExecutionError", name) },
  InternalError: { how: scripted("TagResources", 500, "InternalError") },
  ServiceUnavailable: { how: scripted("DescribeRegions", 503, "ServiceUnavailable") },
};
