import { inspect } from "node:util";
import { expect, test } from "vitest";
import { z } from "zod";
import { device } from "../../../provider/api/device/operations.ts";
import { sharing } from "../../../provider/api/operations.ts";
import { Secret } from "../../../provider/kernel/secret.ts";
import type { Operation } from "../../../provider/wire/operation.ts";
import type { HttpResponse } from "../../../provider/wire/transport.ts";
import { clientOf, deviceClientOf, grant, key } from "../provider/client/fixture.ts";

const credentials = { ...key, securityToken: new Secret("canary-token/+==") };
const operations: readonly Operation[] = [...Object.values(sharing), ...Object.values(device)];

/** A value of a declared shape with one text in every free field; fields that are declared secret have another value. */
function filled(shape: z.core.$ZodType, text: string, secrets: readonly string[]): unknown {
  if (shape instanceof z.ZodOptional || shape instanceof z.ZodDefault) return filled(shape.unwrap(), text, secrets);
  if (shape instanceof z.ZodArray) return [filled(shape.element, text, secrets)];
  if (shape instanceof z.ZodRecord) return { a: filled(shape.valueType, text, secrets) };
  if (shape instanceof z.ZodEnum) return shape.options[0];
  if (shape instanceof z.ZodLiteral) return shape.values.values().next().value;
  if (shape instanceof z.ZodBoolean) return true;
  if (shape instanceof z.ZodNumber) return 1;
  if (!(shape instanceof z.ZodObject)) return text;
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape.shape;
  return Object.fromEntries(
    Object.entries(fields).map(([name, inner]) => [name, secrets.includes(name) ? "x" : filled(inner, text, secrets)]),
  );
}

/** Everything that a caller receives of one answer. */
async function seenOf(operation: Operation, answer: HttpResponse): Promise<string> {
  const asked = { ...operation, request: z.object({}) };
  const transport = () => Promise.resolve(answer);
  const isDevice = operation.version === device.GetUserPhone.version;
  const client = isDevice
    ? deviceClientOf(transport).client
    : clientOf(transport, { credentials: () => Promise.resolve(credentials), maxAttempts: 1 });
  const ended: unknown = await client.call(asked, {}, { isUnbatched: true }).catch((error: unknown) => error);
  return inspect(ended, { depth: 20, showHidden: true }) + JSON.stringify(ended) + (ended instanceof Error ? ended.stack : "");
}

const json = { "content-type": "application/json" };

// `redact.test.ts` tries the forms in which an answer may repeat a secret.
// (promise P-errors, P-answer-secrets)
test.each(operations)("shows no secret from any field of an answer of the operation $name", async (operation) => {
  const isSigned = operation.security === "AK";
  const signing = operation.version === device.GetUserPhone.version ? key : credentials;
  const own = isSigned
    ? [signing.accessKeyId, signing.accessKeySecret.open(), signing.securityToken?.open() ?? ""]
    : [grant.accessToken.open()];
  for (const secret of own.filter((part) => part !== "")) {
    const refusal = { Code: secret, Message: `it contains ${secret}.`, RequestId: secret, HostId: secret, Recommend: secret };
    const answers: HttpResponse[] = [
      { status: 200, headers: json, body: JSON.stringify(filled(operation.response, `a ${secret} b`, operation.secrets ?? [])) },
      { status: 200, headers: json, body: JSON.stringify({ [secret]: secret, RequestId: {} }) },
      { status: 200, headers: { "content-type": `text/${secret}` }, body: secret },
      { status: 400, headers: json, body: JSON.stringify(refusal) },
      { status: 400, headers: json, body: JSON.stringify({ ...refusal, Code: "NoPermission" }) },
      { status: 502, headers: { "content-type": secret }, body: secret },
      { status: 302, headers: { location: secret }, body: secret },
    ];
    for (const answer of answers) {
      const seen = await seenOf(operation, answer);
      expect(seen).not.toContain(secret);
      expect(seen).not.toMatch(/canary/i);
    }
  }
});

test("shows no secret when a failed transport quotes the request", async () => {
  const transport = (request: { readonly headers: Readonly<Record<string, string>> }) =>
    Promise.reject(new Error(`invalid header x-acs-security-token: ${request.headers["x-acs-security-token"]}`));
  const client = clientOf(transport, { credentials: () => Promise.resolve(credentials), maxAttempts: 1 });
  const error: unknown = await client.call(sharing.DescribeRegions, {}).catch((failure: unknown) => failure);
  expect(String(error)).toContain("invalid header x-acs-security-token: [secret]");
});
