import { z } from "zod";
import { withVocabulary } from "../api/vocabulary.ts";
import type { IdForm } from "../api/id-forms.ts";
import type { Failure } from "../kernel/errors.ts";
import type { Values } from "../lifecycle/resource.ts";
import { idForms } from "./resource-id-forms.ts";

/** The arguments that every resource takes. */
export const placement = {
  account: z
    .string()
    .min(1, "is empty: write the name of one of the configured `accounts`")
    .optional()
    .describe("Name of one of the configured `accounts`; the default credentials when absent. A change replaces the object."),
  region: z
    .string()
    .min(1, "is empty: write the id of a region, as cn-hangzhou")
    .optional()
    .describe("Region to call; the account's or the configuration's when absent. A change replaces the object."),
};

/** A text of the form of an id. @param other - an id that is easily confused with it, and what to do then */
export function idInput({ pattern, reason }: IdForm, other?: { readonly form: IdForm; readonly reason: string }) {
  const reasonOf = (text: string) => {
    if (pattern.test(text.trim())) return `begins or ends with a blank: write "${text.trim()}"`;
    return other?.form.pattern.test(text) === true ? other.reason : reason;
  };
  const ofAnotherType = ({ input }: { readonly input?: unknown }) => (input === undefined ? undefined : reason);
  return z.string({ error: ofAnotherType }).regex(pattern, { error: ({ input }) => reasonOf(String(input)) });
}

/** The argument that names the share that a resource belongs to. */
export const shareIdInput = idInput(idForms.share).describe("Id of the share: the `id` of a ResourceShare.");

/** The name of a permission, in an argument. @param forSeveral - what to write for several permissions */
export function permissionNameInput(forSeveral: string) {
  return withVocabulary(
    z
      .string()
      .min(1, "is empty: write the name of a permission, as AliyunRSDefaultPermissionVSwitch")
      .regex(/^(?!acs:)/, "is an ARN: write the permission's name, its last part")
      .regex(/^[^,]*$/, `has a comma: ${forSeveral}`),
    "PermissionName",
  );
}

/** The id of an object to adopt, in the resource's form; it is used only when the object is created. */
export function adoptInput({ reason }: IdForm) {
  return z
    .string()
    .optional()
    .describe(
      `Id of an existing object, which is adopted instead of creating one. It has no effect afterwards. It ${reason.replace(/^must be/, "is")}.`,
    );
}

/** The outputs of every resource that record its account and region, so that a read elsewhere does not report it as absent. */
export const accountAndRegion = {
  accountId: z
    .string()
    .optional()
    .describe("Account that the credentials belonged to when this was written; absent where the account could not be determined."),
  regionId: z.string().optional().describe("Region that was called."),
};

/** The output that makes the next update read what a failed change has added. */
export const unverifiedOutput = z
  .boolean()
  .optional()
  .describe(
    "`true` after a failed change when nothing could be read afterwards: the lists and tags have also what the change may have added. The next update reads what is there.",
  );

/** Checks `adopt` of a resource with a natural key: the id must be the share's id, or begin with it and a slash. */
export function checkAdopted({ adopt: id, shareId }: Values): Failure[] {
  if (typeof id !== "string" || typeof shareId !== "string" || id === shareId || id.startsWith(`${shareId}/`)) return [];
  return [{ property: "adopt", reason: `must be ${shareId}, the share of shareId, alone or followed by a slash and any text` }];
}
