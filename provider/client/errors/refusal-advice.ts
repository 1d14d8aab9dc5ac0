import { meantPermission, meantRegion, meantResourceType } from "../../api/catalogue.ts";
import { type Code, isCode } from "../../api/error-codes.ts";

const otherAccount = "use the credentials of the management account: the argument `account` names another one";
const refresh = "if it was deleted or changed elsewhere, run pulumi refresh, then pulumi up";
const absentShare = `${refresh}; where the program writes the id of a share, use the output \`id\` of its ResourceShare`;
const ownShare = "put resources of this type into a share of their own";
/** What to do about an invitation that can no longer be accepted. */
export const inviteAgain = "run `pulumi refresh` and `pulumi up` for the owner of the share, which invites this account again";
const ownResources =
  "check the region, the type and the id, or share it with the credentials of its owner (the argument `account`, or an explicit provider)";
const cannotLeave = "set `leaveOnDelete: false` to remove only the resource from the state, or ask the owner to remove this account";

/** What to do about a code that the service's message alone does not resolve. */
const advice: { readonly [C in Code]?: string } = {
  InvalidTarget: "check the id; a target outside the resource directory needs `allowExternalTargets: true`",
  "InvalidTarget.LegalEntityMismatch": "such accounts cannot share with each other: remove the target",
  "InvalidTarget.SiteMismatch": "such accounts cannot share with each other: remove the target",
  ShareWithYourself: "remove the id of this account from `targets`: it has access already",
  AccountNotInResourceDirectory: "set `allowExternalTargets: true`, and list accounts as targets",
  NotEnableSharingWithResourceDirectory: "enable it once in the management account: the resource DirectorySharing does that",
  ActionNotPermitted: otherAccount,
  NotManagementAccount: otherAccount,
  "ExternalTargetsNotAllowed.ResourceType": `${ownShare}, without \`allowExternalTargets\``,
  "NotSupport.AllowExternalTargets": `${ownShare}, without \`allowExternalTargets\``,
  "NotSupport.ResourceType.ResourcesParameter": "list them in `resourceArns`",
  "NotSupport.ResourceProperty": "remove the entry from `resourceProperties`",
  "NotSupport.Service.ExistInOtherResourceShare": "use that share",
  "NotSupport.Service.AssociateConflict": "use that share",
  "InvalidParameter.ResourceType": "check the type: upper and lower case count, as in VSwitch",
  "InvalidParameter.RegionId": "name a region that exists, such as cn-hangzhou",
  "EntityNotExists.Permission": "check the name of the permission: upper and lower case count, and the function listPermissions lists all",
  "EntityNotExists.ResourceShare": `check the id of the share, \`account\` and \`region\`; ${absentShare}`,
  "InvalidParameter.ResourceShareId": absentShare,
  "EntityNotExists.ResourceShareInvitation": "check `invitationId` and `account`: only the invited account can see an invitation",
  "InvitationStatus.Expired": inviteAgain,
  "InvitationStatus.AlreadyRejected": inviteAgain,
  "EntityAlreadyExists.ResourceShare": "manage it with the argument `adopt`",
  ResourceShareStatusMismatchAction: absentShare,
  DisassociateInvalid: refresh,
  "InvalidResourceId.NotFound": `check the id of the share, \`account\` and \`region\`; ${absentShare}`,
  "InvalidParameter.Resources": ownResources,
  "InvalidParameter.ResourceArns": ownResources,
  "InvalidParameter.Targets": "check `targets`",
  ResourceNotFound: `check the id, \`account\` and \`region\`; ${absentShare}`,
  "DisassociateConflict.Permission": "remove the resources of its type first, or attach another permission of that type",
  InvalidResourceGroup: "check `resourceGroupId`: the group must be one of the account of the call",
  "LeavingFailed.ResourceType": cannotLeave,
  "LeavingFailed.Account": cannotLeave,
  "Duplicate.TagKey": "list each tag key once",
  "MissingParameter.ResourceIdOrTag": "give ids of shares, or a tag",
  "NumberExceed.ResourceIds": "split the call",
  "NumberExceed.Tags": "set at most 20 tags",
  "NumberExceed.TagKeys": "split the call",
  ConcurrentExecutionError: "something else is changing the same thing; run again later",
  SignatureNonceUsed: "a proxy may send requests twice: call the service without it (NO_PROXY)",
  "InvalidAction.NotFound": "check the endpoint and the region",
};

/** What to do about a rejection, with the nearest documented name when the service's message quotes one that does not exist. */
export function refusalAdvice(code: string, serviceMessage: string): string | undefined {
  // A folder or a directory is never outside the directory.
  if (code === "InvalidTarget" && /\b(?:fd|rd?)-/.test(serviceMessage)) return "check the id: there is no such folder or directory";
  if (code === "InvalidParameter" && /\bresource group\b/i.test(serviceMessage)) return advice.InvalidResourceGroup;
  const general = isCode(code) ? advice[code] : undefined;
  const meant = nameMeant(code, serviceMessage);
  return meant === undefined ? general : `did you mean ${meant}?`;
}

/** Codes of names that do not exist, and the catalogue of such names. */
const catalogues: { readonly [C in Code]?: (typed: string) => string | undefined } = {
  "InvalidParameter.ResourceType": meantResourceType,
  "InvalidParameter.RegionId": meantRegion,
  "EntityNotExists.Permission": meantPermission,
};

/** The shortest word of a message that is compared with names: shorter ones are like any name. */
const shortestName = 5;

function nameMeant(code: string, serviceMessage: string): string | undefined {
  const meant = isCode(code) ? catalogues[code] : undefined;
  if (meant === undefined) return undefined;
  const words = (serviceMessage.match(/[\w-]+/g) ?? []).filter(({ length }) => length >= shortestName);
  return words.map(meant).find((name) => name !== undefined);
}
