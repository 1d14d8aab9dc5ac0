/** The form of an id. */
export interface IdForm {
  readonly pattern: RegExp;
  /** What an id of another form must be; `adopt` is documented by it, too. */
  readonly reason: `must be ${string}`;
}

/** The id of a share (assumption S-ids). */
export const shareIdForm: IdForm = {
  pattern: /^rs-[\w-]+$/,
  reason: "must be the id of a share, which begins with rs-: the output `id` of a ResourceShare, not a name or the id of a target",
};

/** The id of an invitation (assumption S-ids). */
export const invitationIdForm: IdForm = {
  pattern: /^i-[\w-]+$/,
  reason: "must be the id of an invitation, which begins with i-",
};

/** How many digits the documented ids of accounts have (assumption S-ids). */
const accountIdLength = 16;

/** Returns why a number is probably not the id of an account; `undefined` when it may be one. */
export function accountIdAdvice(id: string): string | undefined {
  if (id.length === accountIdLength) return undefined;
  return `"${id}" is probably not the id of an account: such ids have ${accountIdLength} digits, and this has ${id.length}; check the digits`;
}
