import { z } from "zod";
import { likelyRegion } from "../../api/catalogue.ts";
import { jsonErrorPlace, isRecord, parseJson, withoutAbsentMembers } from "../../kernel/json.ts";
import { Secret } from "../../kernel/secret.ts";
import { configurationDefaults as defaults } from "./configuration-keys.ts";
import { endpointProblem, isRegion } from "./endpoint.ts";

// No message quotes a value: it may be a secret.
const text = z.union([z.string(), z.number(), z.boolean()], "must be a text").transform(String);
const optionalText = z.preprocess((value) => (value === "" ? undefined : value), text.optional());
/** The service would refuse the signature, without the reason. */
const trimmed = [(value = "") => !/^[\s"']|[\s"']$/.test(value), "begins or ends with a blank or a quotation mark: remove it"] as const;
const credential = optionalText.refine(...trimmed);
const secret = text
  .refine(...trimmed)
  .transform((value) => new Secret(value))
  .optional();
const region = text.refine(isRegion, { error: ({ input }) => `must be the id of a region, such as ${likelyRegion(String(input))}` });
const accountId = text
  .refine((value) => value !== "", { error: "is empty: set it, or leave it out", abort: true })
  .refine((value) => /^\d+$/.test(value), "must be the id of an account, which has digits only")
  .optional();

const endpoint = text
  .transform((value, context) => {
    const problem = endpointProblem(value);
    if (problem === undefined) return new URL(value).origin;
    context.addIssue({ code: "custom", message: problem });
    return z.NEVER;
  })
  .optional();

const flag = text
  .transform((value) => value.toLowerCase())
  .refine((value) => value === "true" || value === "false", "must be true or false")
  .transform((value) => value === "true");

function number(fallback: number, isAllowed: (value: number) => boolean = Number.isFinite, kind = "number") {
  const isValid = (value: number) => isAllowed(value) && value > 0 && value <= 1_000_000;
  const value = text.transform(Number).refine(isValid, `must be a ${kind} above 0, such as ${fallback}`);
  return value.default(fallback);
}

/** The credentials of the default account, or of an account in `accounts`. */
const credentialMembers = {
  accessKeyId: credential,
  accessKeySecret: credential,
  securityToken: credential,
  profile: optionalText,
};

/** Credentials as they are configured. */
export type GivenCredentials = Partial<Record<keyof typeof credentialMembers, string | undefined>>;

const roleArn = optionalText.refine(
  (value) => value === undefined || /^acs:ram::\d+:role\/./.test(value),
  "must be the ARN of a role, as acs:ram::1000000000000002:role/name",
);

/** One of the named accounts. */
const account = z
  .strictObject(
    {
      ...credentialMembers,
      roleArn,
      externalId: optionalText,
      accountId,
      region: z.preprocess((value) => (value === "" ? undefined : value), region.optional()),
    },
    { error: (issue) => (issue.code === "invalid_type" ? "must be an object with credentials, a profile or a roleArn" : undefined) },
  )
  .superRefine((given, context) => {
    checkHalves(given, context);
    const { accessKeyId, accessKeySecret, securityToken, profile, roleArn, externalId } = given;
    if (profile !== undefined && accessKeyId !== undefined) {
      context.addIssue({ code: "custom", path: ["profile"], message: "excludes accessKeyId: name one source of credentials" });
    }
    if (roleArn !== undefined) return;
    if (externalId !== undefined) context.addIssue({ code: "custom", path: ["externalId"], message: "goes with a roleArn only" });
    if ((accessKeyId ?? accessKeySecret ?? securityToken ?? profile) !== undefined) return;
    context.addIssue({ code: "custom", message: "needs accessKeyId and accessKeySecret, a profile, or a roleArn to assume" });
  });

/** The named accounts: an object, or the JSON text of one. */
const accounts = z
  .unknown()
  .transform((raw, context): Record<string, unknown> => {
    const value = typeof raw === "string" ? parseJson(raw) : raw;
    if (isRecord(value)) return withoutAbsentMembers(value);
    if (value === null) return {};
    const place = typeof raw === "string" ? jsonErrorPlace(raw) : undefined;
    const why = place === undefined ? "" : `; the text is not JSON from ${place} on`;
    const form = ', as {"consumer": {"accessKeyId": "…", "accessKeySecret": "…"}}';
    context.addIssue({ code: "custom", message: `must be an object, or the JSON text of one${form}${why}` });
    return z.NEVER;
  })
  .pipe(z.record(z.string(), account));

/** An account as it is configured. */
export type GivenAccount = z.output<typeof account>;

/** The credentials of the default account. A schema of its own: an invalid value of another key must not hide that half of them is missing. */
export const credentialsSchema = z.object(credentialMembers).superRefine(checkHalves);

/** All other keys. */
export const configurationSchema = z.object({
  region: region.default(defaults.region),
  accountId,
  accounts: accounts.default({}),
  endpoint,
  stsEndpoint: endpoint,
  timeoutSeconds: number(defaults.timeoutSeconds),
  requestTimeoutSeconds: number(defaults.requestTimeoutSeconds),
  maxAttempts: number(defaults.maxAttempts, Number.isInteger, "whole number"),
  trace: flag.default(defaults.trace),
  deviceEndpoint: endpoint,
  deviceAccessToken: secret,
  deviceRefreshToken: secret,
});

/** Refuses half a set of credentials. The issue names the half that is there. */
function checkHalves({ accessKeyId, accessKeySecret, securityToken }: GivenCredentials, context: z.RefinementCtx): void {
  const isWhole = accessKeyId !== undefined && accessKeySecret !== undefined;
  if (isWhole || (accessKeyId ?? accessKeySecret ?? securityToken) === undefined) return;
  const missing = accessKeyId === undefined ? "accessKeyId" : "accessKeySecret";
  const half = accessKeySecret === undefined ? "securityToken" : "accessKeySecret";
  context.addIssue({ code: "custom", path: [missing], params: { beside: accessKeyId === undefined ? half : "accessKeyId" } });
}
