import { sharing } from "../api/operations.ts";
import { taggedType } from "../api/tags.ts";
import type { Operation } from "../wire/operation.ts";
import { declareFunction } from "./declare.ts";
import { alreadyAnswered } from "./invitation.ts";

/** The functions of operations that change something, and of those that need options. */
const special = [
  declareFunction(sharing.ListTagResources, { defaults: { ResourceType: () => taggedType, RegionId: ({ region }) => region } }),
  declareFunction(sharing.AcceptResourceShareInvitation, { recover: alreadyAnswered("Accepted", "InvitationStatus.AlreadyAccepted") }),
  declareFunction(sharing.RejectResourceShareInvitation, { recover: alreadyAnswered("Rejected", "InvitationStatus.AlreadyRejected") }),
];

const operations: readonly Operation[] = Object.values(sharing);
const others = operations.filter(({ name, reads }) => reads && !special.some(({ operation }) => operation === name));

/** Every read operation of the Resource Sharing API, and the operations that accept or reject an invitation (specification: Endpoints). */
export const sharingFunctions = [...others.map((operation) => declareFunction(operation)), ...special];
