import { z } from "zod";
import { device } from "../../provider/api/device/operations.ts";
import { AssumeRole, GetCallerIdentity } from "../../provider/api/identity.ts";
import { sharing } from "../../provider/api/operations.ts";
import { didYouMean } from "../../provider/kernel/ids.ts";

/** The names of all operations that the service has. */
export const operationNames: readonly string[] = [sharing, device, { GetCallerIdentity, AssumeRole }].flatMap(Object.keys);

/** The name of one of these operations. */
export const OperationName = z.string().refine((name) => operationNames.includes(name), {
  error: ({ input }) => `"${String(input)}" is no operation of the service${didYouMean(String(input), operationNames)}`,
});
