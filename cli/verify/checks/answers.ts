import { associationStatuses, invitationStatuses, shareStatuses, targetKinds } from "../../../provider/api/entities.ts";
import { shareIdForm } from "../../../provider/api/id-forms.ts";
import { isRecord, textsIn } from "../../../provider/kernel/json.ts";
import { targetShape } from "../../../provider/resources/association/entity-inputs.ts";
import { isArnOf } from "../../../provider/resources/association/resource-type.ts";
import type { Fields } from "../answers.ts";
import { check, type Check, step } from "../check.ts";
import { type Exchange, NotTried } from "../run.ts";

const statuses: Readonly<Record<string, readonly string[]>> = {
  ResourceShareStatus: shareStatuses,
  AssociationStatus: associationStatuses,
  Status: invitationStatuses,
};

/** The assumptions that all answers of a run decide together. They come last. */
export const answerChecks: readonly Check[] = [
  answersCheck("S-answer", "all accepted calls", "a field in each answer", (exchanges) =>
    exchanges
      .filter(({ status, body }) => status === 200 && isRecord(body) && Object.keys(body).length === 0)
      .map(({ operation }) => `no field of ${operation}`),
  ),
  answersCheck("S-error-body", "all refused calls", "Code, Message and RequestId in each answer", (exchanges) => {
    const refused = exchanges.filter(({ status }) => status !== 200);
    if (refused.length === 0) throw new NotTried("no call was refused");
    const lacks = (body: unknown, field: string) => !isRecord(body) || typeof body[field] !== "string";
    return refused
      .flatMap(({ body }) => ["Code", "Message", "RequestId"].filter((field) => lacks(body, field)))
      .map((field) => `no ${field}`);
  }),
  answersCheck("S-statuses", "the states in all lists", "those of the reference", (exchanges) =>
    Object.entries(statuses).flatMap(([field, known]) => {
      const records = listed(exchanges, field === "Status" ? "ListResourceShareInvitations" : undefined);
      return fieldTexts(records, field).filter((status) => !known.includes(status));
    }),
  ),
  answersCheck("S-ids", "the ids of shares in all answers", "they begin with rs-", (exchanges) => {
    const ids = fieldTexts(listed(exchanges), "ResourceShareId");
    if (ids.length === 0) throw new NotTried("no answer has a share");
    return ids.filter((id) => !shareIdForm.pattern.test(id)).map(formOf);
  }),
  answersCheck(
    "S-targetids",
    "the ids of targets in all answers",
    "the forms of a directory, a folder, an account or a service",
    (exchanges) => {
      const ofTargets = listed(exchanges).filter(({ AssociationType }) => AssociationType === "Target");
      const ids = [...fieldTexts(listed(exchanges), "TargetId"), ...fieldTexts(ofTargets, "EntityId")];
      if (ids.length === 0) throw new NotTried("no answer has a target");
      return ids.filter((id) => !targetShape.test(id)).map(formOf);
    },
  ),
  answersCheck("S-arntype", "the ARNs of resources in all answers", "their type is the resource type", (exchanges) => {
    const resources = listed(exchanges).flatMap((record) => {
      const { ResourceArn: arn, ResourceType, EntityType = ResourceType, ResourceId, EntityId = ResourceId } = record;
      // The detail of a failure has the ARN of the resource beside the target.
      const isOfTarget = targetKinds.some((kind) => kind === EntityType);
      const isWhole = typeof arn === "string" && typeof EntityType === "string" && typeof EntityId === "string" && !isOfTarget;
      return isWhole ? [{ arn, type: EntityType, id: EntityId }] : [];
    });
    if (resources.length === 0) throw new NotTried("no answer has a resource with its ARN");
    const others = resources.filter(({ arn, type, id }) => !isArnOf(arn, type, id));
    return others.map(({ arn, type }) => `${arn.split(":").at(-1)?.split("/")[0]} for ${type}`);
  }),
];

/** A check of all exchanges; `differing` returns what is not as expected. */
function answersCheck(
  id: string,
  asked: string,
  expected: string,
  differing: (exchanges: readonly Exchange[]) => readonly string[],
): Check {
  return check(id, [], asked, expected, async (run) => {
    await existing(run);
    const found = new Set(differing(run.exchanges));
    return found.size === 0 ? expected : [...found].join(", ");
  });
}

/** The lists of what the account shares already, of which five records are read. */
const existing = step(async (run) => {
  const MaxResults = 5;
  await run.ask("ListResourceShares", { ResourceOwner: "Self", MaxResults });
  for (const AssociationType of ["Resource", "Target"]) {
    await run.ask("ListResourceShareAssociations", { AssociationType, MaxResults });
  }
  await run.ask("ListSharedTargets", { ResourceOwner: "Self", MaxResults });
  await run.ask("ListResourceShareInvitations", { MaxResults });
});

/** All records in the accepted answers of an operation, or of all. */
function listed(exchanges: readonly Exchange[], name?: string): readonly Fields[] {
  const accepted = exchanges.filter(({ status, operation }) => status === 200 && (name ?? operation) === operation);
  return accepted.flatMap(({ body }) => allRecords(body));
}

/** The form of an id without what identifies it. */
function formOf(id: string): string {
  return id.replace(/^([a-z]+[-:/])?.*/s, "$1…");
}

/** All records at any depth of a value. */
function allRecords(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(allRecords);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(allRecords)] : [];
}

/** The texts in a field of records, once each. */
function fieldTexts(records: readonly Fields[], field: string): readonly string[] {
  return [...new Set(textsIn(records.map((record) => record[field])))];
}
