import type { Handler } from "./call.ts";
import { refuse } from "./refusal.ts";

export const EnableSharingWithResourceDirectory: Handler<"EnableSharingWithResourceDirectory"> = (call) => {
  const directory = call.world.directoryOf(call.caller);
  if (!directory || directory.managementAccountId !== call.caller.id) {
    refuse("ActionNotPermitted", "The current account is not the management account of a resource directory.");
  }
  if (directory.sharingEnabled) refuse("AlreadyEnabled", "Sharing is enabled for the resource directory already.");
  directory.sharingEnabled = true;
  return {};
};

export const CheckSharingWithResourceDirectoryStatus: Handler<"CheckSharingWithResourceDirectoryStatus"> = (call) => ({
  EnableSharingWithRd: call.world.directoryOf(call.caller)?.sharingEnabled ?? false,
});
