import type { Handler } from "./handler.ts";
import { throwServiceError } from "../gateway/service-error.ts";

export const EnableSharingWithResourceDirectory: Handler<"EnableSharingWithResourceDirectory"> = (call) => {
  const directory = call.world.directoryOf(call.caller);
  if (!directory || directory.managementAccountId !== call.caller.id) {
    throwServiceError("ActionNotPermitted", "The current account is not the management account of a resource directory.");
  }
  if (directory.sharingEnabled) throwServiceError("AlreadyEnabled", "Sharing is enabled for the resource directory already.");
  directory.sharingEnabled = true;
  return {};
};

export const CheckSharingWithResourceDirectoryStatus: Handler<"CheckSharingWithResourceDirectoryStatus"> = (call) => ({
  EnableSharingWithRd: call.world.directoryOf(call.caller)?.sharingEnabled ?? false,
});
