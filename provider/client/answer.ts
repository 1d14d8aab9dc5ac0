import { judge } from "../api/errors.ts";
import { ApiError, type ProtocolError } from "../kernel/errors.ts";
import { isRecord, parseJson } from "../kernel/json.ts";
import { printable } from "../kernel/text.ts";
import type { Operation } from "../wire/operation.ts";
import type { HttpResponse } from "../wire/transport.ts";
import { advise, type Asker } from "./advice.ts";
import { doubtAbout, Garbled } from "./failures.ts";
import { redact, withoutIds } from "./redact.ts";

/** The error that an answer other than success stands for (assumption S-error-body). */
export function readFailure(
  operation: Operation,
  answer: HttpResponse,
  asker: Asker & { readonly secrets: readonly string[] },
): ApiError | ProtocolError {
  const { status } = answer;
  const body = parseJson(answer.body);
  const code = isRecord(body) ? body.Code : undefined;
  if (!isRecord(body) || typeof code !== "string" || !/^[\w.-]{1,100}$/.test(code)) {
    const doubt = status >= 500 ? doubtAbout(operation) : undefined;
    return new Garbled({ operation: operation.name, status, problem: [problemOf(answer), doubt].filter(Boolean).join("; ") });
  }
  const { category, inProgress } = judge(code, status);
  const text = (value: unknown) => (typeof value === "string" ? redact(printable(redact(value, asker.secrets)), asker.secrets) : "");
  const said = operation.secrets === undefined ? text(body.Message) : withoutIds(text(body.Message));
  const words = advise({ operation, answer, code, category, said }, asker);
  return new ApiError({
    operation: operation.name,
    code,
    status,
    category,
    serviceMessage: words,
    requestId: text(body.RequestId) || undefined,
    retryAfterMs: retryAfter(answer.headers["x-acs-retry-after"]),
    transient: inProgress || category === "throttled" || category === "fault",
  });
}

function problemOf({ status, headers, body }: HttpResponse): string {
  if (status >= 300 && status < 400) return "it redirects elsewhere, and redirects are not followed";
  const type = headers["content-type"];
  if (type !== undefined && !type.includes("json")) return `the content type is ${printable(type).slice(0, 80)}, not JSON`;
  return body === "" ? "the body is empty" : "the body names no error code";
}

/** Assumption S-retry-after: a positive whole number of milliseconds. */
function retryAfter(header: string | undefined): number | undefined {
  return header !== undefined && /^[1-9]\d{0,8}$/.test(header) ? Number(header) : undefined;
}
