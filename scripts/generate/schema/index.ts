import { deviceFunctions } from "../../../provider/functions/device.ts";
import { functions } from "../../../provider/functions/index.ts";
import { resources } from "../../../provider/resources/index.ts";
import { schemaOf, type PackageSchema } from "./package.ts";

/** Returns the schema of the package, derived from its resources and functions. */
export function packageSchema(): PackageSchema {
  return schemaOf(resources, functions, deviceFunctions);
}
