import type { Values } from "../../../../../provider/lifecycle/resource.ts";
import { openResource } from "../../../../support/resource-fixture.ts";

/** The failures and warnings of a share in a preview. */
export async function previewOf(more: Values) {
  const { check, warnings } = await openResource("ResourceShare");
  const failures = check({ name: "net", ...more });
  return { failures: failures.map(({ property, reason }) => `${property}: ${reason}`), warnings: warnings() };
}
