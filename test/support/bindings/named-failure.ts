import type { Failure } from "../../../provider/kernel/errors.ts";

/** Returns a failure of a binding with its property, which the reason begins with where the engine would not print a legible value. */
export function namedFailure({ property, reason }: Failure): Failure {
  const [, named = "", rest = ""] = /^(.+?): (.*)$/s.exec(reason) ?? [];
  return property === "" && named !== "" ? { property: named, reason: rest } : { property, reason };
}
