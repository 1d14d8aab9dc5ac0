import { classify } from "../../api/error-codes.ts";
import { ApiError, type ProtocolError } from "../../kernel/errors.ts";
import { isRecord, parseJson } from "../../kernel/json.ts";
import { shortened } from "../../kernel/printable.ts";
import type { Operation } from "../../wire/operation.ts";
import type { HttpResponse } from "../../wire/transport.ts";
import { messageWithAdvice, type AdviceContext } from "./error-message.ts";
import { ambiguityNote, MalformedResponseError } from "./failures.ts";
import { redactor, valueRedactor, withoutIds } from "./redact.ts";

/** Converts an unsuccessful response into an error (assumption S-error-body). */
export function readFailure(
  operation: Operation,
  request: object,
  response: HttpResponse,
  caller: AdviceContext & { readonly secrets: readonly string[] },
): ApiError | ProtocolError {
  const { status } = response;
  const clean = redactor(caller.secrets);
  const body = parseJson(response.body);
  const code = isRecord(body) ? body.Code : undefined;
  if (!isRecord(body) || typeof code !== "string" || !/^[\w.-]{1,100}$/.test(code) || valueRedactor(caller.secrets)(code) !== code) {
    const doubt = status >= 500 ? ambiguityNote(operation) : undefined;
    return new MalformedResponseError({
      operation: operation.name,
      status,
      problem: [problemOf(response, clean), doubt].filter(Boolean).join("; "),
    });
  }
  const { category, inProgress } = classify(code, status);
  const text = (value: unknown) => (typeof value === "string" ? shortened(clean(value)) : "");
  const given = operation.secrets === undefined ? text(body.Message) : withoutIds(text(body.Message));
  const serviceMessage = category === "absent" ? withName(given, code, request, clean) : given;
  return new ApiError({
    operation: operation.name,
    code,
    status,
    category,
    serviceMessage: messageWithAdvice({ operation, response, code, category, serviceMessage }, caller),
    requestId: text(body.RequestId) || undefined,
    retryAfterMs: retryAfter(response.headers["x-acs-retry-after"]),
    transient: inProgress || category === "throttled" || category === "fault",
  });
}

/** Puts what the request names before the message of a code such as `EntityNotExists.Permission`, unless the message quotes it. */
function withName(message: string, code: string, request: object, clean: (text: string) => string): string {
  const entity = code.split(".").at(-1) ?? "";
  const named = Object.entries(request).filter(([member]) => [`${entity}Id`, `${entity}Name`, `${entity}Names`].includes(member));
  const text = named
    .map(([, value]) => String(value))
    .filter((value) => clean(value) === value)
    .join(", ");
  return text === "" || message.includes(text) ? message : `${text}: ${message}`;
}

function problemOf({ status, headers, body }: HttpResponse, clean: (text: string) => string): string {
  if (status >= 300 && status < 400) return "it redirects elsewhere, and redirects are not followed";
  const type = headers["content-type"];
  if (type !== undefined && !type.includes("json")) return contentProblem(type, clean);
  return body === "" ? "the body is empty" : "the body names no error code";
}

/** The problem of a response with a content type other than JSON, quoted without secrets. */
export function contentProblem(type: string, clean: (text: string) => string): string {
  return `the content type is ${clean(type).slice(0, 80)}, not JSON`;
}

/** The value of `x-acs-retry-after`, in milliseconds (assumption S-retry-after: a positive whole number of milliseconds). */
function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : undefined;
}
