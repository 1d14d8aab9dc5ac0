import { associationStatuses, invitationStatuses, shareStatuses, targetKinds } from "../../provider/api/entities.ts";
import { shareIdForm } from "../../provider/api/id-forms.ts";
import { isRecord, textsIn } from "../../provider/kernel/json.ts";
import { isArnOf } from "../../provider/resources/association/resource-type.ts";
import type { Fields, Seen } from "./answers.ts";
import type { Probed } from "./assumption.ts";
import { type Exchange, NotTried } from "./calls.ts";

/** The forms of targets' ids: directories, folders, accounts and services (assumption S-targetids). */
const targetForm = /^(?:rd?-[\w-]+|fd-[\w-]+|\d+|[\w-]+(?:\.[\w-]+)+)$/;
const statuses: Readonly<Record<string, readonly string[]>> = {
  ResourceShareStatus: shareStatuses,
  AssociationStatus: associationStatuses,
  Status: invitationStatuses,
};

/** The assumptions that all answers of a run decide together. They come last. */
export const answerProbes: readonly Probed[] = [
  answersProbe("S-answer", "all accepted calls", "a field in each answer", (exchanges) => {
    const empty = exchanges.filter(({ status, body }) => status === 200 && isRecord(body) && Object.keys(body).length === 0);
    return wrong(
      empty.map(({ operation }) => operation),
      "no field",
      "a field in each",
    );
  }),
  answersProbe("S-error-body", "all refused calls", "Code, Message and RequestId in each answer", (exchanges) => {
    const refused = exchanges.filter(({ status }) => status !== 200);
    if (refused.length === 0) throw new NotTried("no call was refused");
    const missing = refused.flatMap(({ body }) =>
      ["Code", "Message", "RequestId"].filter((field) => !isRecord(body) || typeof body[field] !== "string"),
    );
    return wrong(missing, "missing", "all fields");
  }),
  answersProbe("S-statuses", "the states in all lists", "those of the reference", (exchanges) => {
    const unknown = Object.entries(statuses).flatMap(([field, known]) =>
      fieldTexts(listed(exchanges, field === "Status" ? "ListResourceShareInvitations" : undefined), field).filter(
        (status) => !known.includes(status),
      ),
    );
    return wrong(unknown, "unknown", "known states");
  }),
  answersProbe("S-ids", "the ids of shares in all answers", "they begin with rs-", (exchanges) => {
    const ids = fieldTexts(listed(exchanges), "ResourceShareId");
    if (ids.length === 0) throw new NotTried("no answer has a share");
    return wrong(ids.filter((id) => !shareIdForm.pattern.test(id)).map(formOf), "another form", "that form");
  }),
  answersProbe(
    "S-targetids",
    "the ids of targets in all answers",
    "the forms of a directory, a folder, an account or a service",
    (exchanges) => {
      const ofTargets = listed(exchanges)
        .flatMap(allRecords)
        .filter(({ AssociationType }) => AssociationType === "Target");
      const ids = [...fieldTexts(listed(exchanges), "TargetId"), ...fieldTexts(ofTargets, "EntityId")];
      if (ids.length === 0) throw new NotTried("no answer has a target");
      return wrong(ids.filter((id) => !targetForm.test(id)).map(formOf), "another form", "these forms");
    },
  ),
  answersProbe("S-arntype", "the ARNs of resources in all answers", "their type is the resource type", (exchanges) => {
    const resources = listed(exchanges)
      .flatMap(allRecords)
      .flatMap((record) => {
        const { ResourceArn: arn, ResourceType, EntityType = ResourceType, ResourceId, EntityId = ResourceId } = record;
        // The detail of a failure has the ARN of the resource beside the target.
        const isOfTarget = targetKinds.some((kind) => kind === EntityType);
        const isWhole = typeof arn === "string" && typeof EntityType === "string" && typeof EntityId === "string" && !isOfTarget;
        return isWhole ? [{ arn, type: EntityType, id: EntityId }] : [];
      });
    if (resources.length === 0) throw new NotTried("no answer has a resource with its ARN");
    const others = resources.filter(({ arn, type, id }) => !isArnOf(arn, type, id));
    return wrong(
      others.map(({ arn, type }) => `${arn.split(":").at(-1)?.split("/")[0]} for ${type}`),
      "another type",
      "the type",
    );
  }),
];

/** A probe that classifies all exchanges, and first adds what the account shares already. */
function answersProbe(id: string, asked: string, expected: string, classify: (exchanges: readonly Exchange[]) => Seen): Probed {
  return {
    id,
    asked,
    expected,
    async probe(run) {
      await run.existing();
      return classify(run.calls.exchanges);
    },
  };
}

/** Judges by what is wrong, once each. */
function wrong(found: readonly string[], what: string, otherwise: string): Seen {
  return { holds: found.length === 0, seen: found.length === 0 ? otherwise : `${what}: ${[...new Set(found)].join(", ")}` };
}

/** The accepted answers of an operation, or of all. */
function listed(exchanges: readonly Exchange[], name?: string): readonly unknown[] {
  return exchanges.filter(({ status, operation }) => status === 200 && (name ?? operation) === operation).map(({ body }) => body);
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

/** The texts in fields of a name, at any depth, once each. */
function fieldTexts(values: readonly unknown[], field: string): readonly string[] {
  return [...new Set(textsIn(allRecords(values).map((record) => record[field])))];
}
