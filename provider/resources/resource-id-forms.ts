import { type IdForm, invitationIdForm, shareIdForm } from "../api/id-forms.ts";

/** The forms of ids, for arguments, `adopt` and imports alike (assumption S-ids). */
export const idForms = {
  share: shareIdForm,
  existingShare: {
    pattern: shareIdForm.pattern,
    reason: "must be the id of a share, which begins with rs-, not its name: `resourceshare adopt` lists the ids",
  },
  invitation: invitationIdForm,
  shareOrInvitation: {
    pattern: /^(?:rs|i)-[\w-]+$/,
    reason: "must be the id of a share, which begins with rs-, or of an invitation, which begins with i-",
  },
  permissionOfShare: {
    pattern: /^rs-[\w-]+\/.+$/,
    reason: "must be `<shareId>/<permissionName>`, such as `rs-1/AliyunRSDefaultPermissionVSwitch`",
  },
  partOfShare: {
    pattern: /^rs-[\w-]+(?:\/.*)?$/,
    reason: "must be the id of a share, which begins with rs-, alone or followed by a slash and any text",
  },
  directorySharing: { pattern: /^directory-sharing$/, reason: "must be `directory-sharing`, the only id" },
} as const satisfies Readonly<Record<string, IdForm>>;
