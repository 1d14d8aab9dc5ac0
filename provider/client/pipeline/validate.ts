import { InputError } from "../../kernel/errors.ts";
import { illFormedTexts } from "../../kernel/ill-formed.ts";
import { pathText } from "../../kernel/paths.ts";
import { inPlainWords } from "../../kernel/shape-reason.ts";
import type { CallHandler } from "./call.ts";

/** Checks a request against its operation's schema; rejects with an InputError that lists every invalid property before anything is sent. */
export function validated(next: CallHandler): CallHandler {
  return (call) => {
    const checked = call.operation.request.safeParse(call.request, inPlainWords);
    const failures = [
      ...(checked.error?.issues ?? []).map(({ path, message }) => ({
        property: pathText(path) || call.operation.name,
        reason: message,
      })),
      ...illFormedTexts(call.request),
    ];
    if (checked.success && failures.length === 0) return next({ ...call, request: checked.data });
    return Promise.reject(new InputError(failures));
  };
}
