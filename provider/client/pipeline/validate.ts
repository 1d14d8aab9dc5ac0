import { InputError } from "../../kernel/errors.ts";
import type { CallHandler } from "./call.ts";

/** Checks a request against its operation's schema; rejects with an InputError that lists every invalid property before anything is sent. */
export function validated(next: CallHandler): CallHandler {
  return (call) => {
    const checked = call.operation.request.safeParse(call.request);
    if (checked.success) return next({ ...call, request: checked.data });
    const failures = checked.error.issues.map(({ path, message }) => ({
      property: propertyName(path) || call.operation.name,
      reason: message,
    }));
    return Promise.reject(new InputError(failures));
  };
}

/** A path in the notation of programs: `Resources[0].ResourceId`. */
function propertyName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === "number") return `${name}[${step}]`;
    return name ? `${name}.${String(step)}` : String(step);
  }, "");
}
