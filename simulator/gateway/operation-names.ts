import { device } from "../../provider/api/device/operations.ts";
import { AssumeRole, GetCallerIdentity } from "../../provider/api/identity.ts";
import { sharing } from "../../provider/api/operations.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";

/** The names of all operations that the service has. */
export const operationNames: readonly string[] = [sharing, device, { GetCallerIdentity, AssumeRole }].flatMap(Object.keys);

/** Returns what is wrong with the name of an operation that does not exist; `undefined` for one that does. */
export function unknownOperation(name: string): string | undefined {
  if (operationNames.includes(name)) return undefined;
  return name + (didYouMean(name, operationNames) || "; GET /_simulator/operations lists all");
}
