import type { z } from "zod";
import { permissionNames, resourceTypes } from "./catalogue.ts";
import { associationStatuses, invitationStatuses, resourceStatuses, shareStatuses, targetKinds } from "./entities.ts";

/** The documented values of a text. The types accept other ones, because the service adds some from time to time. */
export interface Vocabulary {
  readonly description: string;
  readonly values: readonly string[];
}

/** The vocabularies by the names of their types in the SDK. */
export const vocabularies = {
  ResourceType: { description: "A type of resources that can be shared.", values: resourceTypes },
  PermissionName: { description: "A permission, which defines what targets may do with resources of one type.", values: permissionNames },
  TargetKind: { description: "The kind of a target.", values: targetKinds },
  TimeRangeType: { description: "The kind of a time window.", values: ["timeRange", "day"] },
  EntityType: { description: "The type of a resource, or the kind of a target.", values: [...targetKinds, ...resourceTypes] },
  ShareStatus: { description: "The state of a share.", values: shareStatuses },
  AssociationStatus: { description: "The state of a resource or target in a share.", values: associationStatuses },
  InvitationStatus: { description: "The state of an invitation to a share.", values: invitationStatuses },
  ResourceStatus: { description: "The state of a resource that another account shares.", values: resourceStatuses },
} as const satisfies Readonly<Record<string, Vocabulary>>;

/** The name of a vocabulary. */
export type VocabularyName = keyof typeof vocabularies;

/** Returns a text that has documented values: the SDK's type lists them. */
export function withVocabulary<T extends z.ZodString>(shape: T, vocabulary: VocabularyName): T {
  return shape.meta({ vocabulary });
}
