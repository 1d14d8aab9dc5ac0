import { z } from "zod";
import type { Failure } from "../../provider/kernel/errors.ts";
import { isRecord, withoutAbsentMembers } from "../../provider/kernel/json.ts";
import { shapeFailures } from "../../provider/kernel/shape-failures.ts";
import { inPlainWords, mustBe } from "../../provider/kernel/shape-reason.ts";
import type { FleetDescription, InlineProgram } from "./description.ts";

const notEmpty = "must not be empty";
const text = z.string().min(1, notEmpty);
const count = z
  .int({ error: ({ input }) => `must be a whole number${typeof input === "string" ? ": write it without quotes" : ""}` })
  .min(1, "must be at least 1");
const variableName = z.string().regex(/^[A-Za-z_]\w*$/, "must be the name of an environment variable");
const reference = "must be { env: NAME } or { file: PATH }";
const referenceReason = ({ input }: { readonly input?: unknown }) =>
  isRecord(input)
    ? `${reference}, not { ${Object.keys(input).join(", ")} }`
    : `${reference}, also for a value that is no secret: a description contains no secrets, and this text may be one`;

const Program = z.union([text, z.custom<InlineProgram>((value) => typeof value === "function")], "must be a folder or a function");
const ConfigValue = z.union(
  [z.string(), z.number(), z.boolean(), z.array(z.json()), z.record(z.string(), z.json())],
  "must be a text, a number, true or false, a list or an object",
);
const Config = z.record(text, ConfigValue);
const SecretVariables = z.record(
  variableName,
  z.union([z.strictObject({ env: variableName }), z.strictObject({ file: text })], { error: referenceReason }),
);
const Account = z.strictObject(
  {
    id: z.string(mustBe('a text such as "1000000000000001"')).regex(/^\d{1,20}$/, "must be the id of an account: digits"),
    environment: SecretVariables.optional(),
    config: Config.optional(),
  },
  mustBe('an object such as { id: "1000000000000001" }'),
);
const StackDescription = z.strictObject({
  name: z.string(mustBe('a text such as "share-{region}"')).min(1, notEmpty),
  program: Program.optional(),
  accounts: z.array(text, mustBe('a list such as ["owner"]')).min(1, "must name at least one account").refine(isUnique, "names one twice"),
  regions: z
    .array(z.string().regex(/^[a-z][a-z0-9-]+$/, "must be a region, as cn-hangzhou"), mustBe('a list such as ["cn-hangzhou"]'))
    .min(1, "must name at least one region")
    .refine(isUnique, "names one twice"),
  wave: count.optional(),
  dependsOn: z.array(text).optional(),
  config: Config.optional(),
  environment: SecretVariables.optional(),
});
const Concurrency = z.strictObject(
  { total: count.optional(), perAccountAndRegion: count.optional() },
  mustBe("an object such as { total: 4 }"),
);

function isUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const exampleStacks = '[{ name: "share-{region}", accounts: ["owner"], regions: ["cn-hangzhou"] }]';

/** The shape of a description. Rules between its values are in `read-description.ts`. */
const Description = z.strictObject({
  name: z
    .string(mustBe('a text such as "network"'))
    .regex(/^[\w.-]{1,100}$/, "must be 1 to 100 letters, digits, hyphens, underscores and periods"),
  backend: z
    .string()
    .regex(/^[a-z]\w+:\/\/./, "must be the URL of a backend, such as file://./state or s3://bucket")
    .optional(),
  secretsProvider: text.optional(),
  program: Program.optional(),
  accounts: z.record(text, Account, mustBe('an object such as { owner: { id: "1000000000000001" } }')),
  stacks: z.array(StackDescription, mustBe("a list such as " + exampleStacks)).min(1, "must have at least one stack"),
  concurrency: Concurrency.optional(),
  config: Config.optional(),
  environment: SecretVariables.optional(),
  policyPacks: z.array(text).optional(),
}) satisfies z.ZodType<FleetDescription>;

/** Returns a description of the right shape, or everything that is wrong with the shape of a value. */
export function parseDescription(value: unknown): { readonly description: FleetDescription } | { readonly failures: readonly Failure[] } {
  const property = "the default export";
  if (!isRecord(value))
    return { failures: [{ property, reason: "must be an object: export default defineFleet({ name, accounts, stacks })" }] };
  const { success, data, error } = Description.safeParse(withoutAbsentMembers(value), inPlainWords);
  if (success) return { description: data };
  const failures = shapeFailures(Description, error.issues, value);
  return { failures: failures.map((failure) => ({ ...failure, property: failure.property || property })) };
}
