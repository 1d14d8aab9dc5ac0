import { device } from "../../provider/api/device/operations.ts";
import * as identity from "../../provider/api/identity.ts";
import { sharing } from "../../provider/api/operations.ts";

const operations = [...Object.values(sharing), ...Object.values(device), ...Object.values(identity)];
const reading = new Set<string>(operations.flatMap(({ name, reads }) => (reads ? name : [])));

/** Whether a call of this operation changes nothing, by the operation's declaration. */
export function isReadOperation(operation: string): boolean {
  return reading.has(operation);
}
