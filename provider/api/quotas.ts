/** The quotas of an account that the service publishes; an account may have others. That of open invitations is not published (assumption S-quotas). */
export const publishedQuotas: { readonly shares: number; readonly sharedResources: number; readonly pendingInvitations?: number } = {
  shares: 1000,
  sharedResources: 1000,
};
