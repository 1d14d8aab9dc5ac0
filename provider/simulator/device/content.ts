import { device } from "../../api/device/operations.ts";
import { asked, type DeviceHandler, deviceOf, sameProject, userOf } from "./asked.ts";

/** Specification: CreatePlayingList. */
export const CreatePlayingList: DeviceHandler<"CreatePlayingList"> = (world, call) => {
  const user = userOf(world, call);
  const request = asked(device.CreatePlayingList, call);
  const { EncodeType, EncodeKey, IdType, Id, OrganizationId } = request.DeviceInfo;
  sameProject(world, EncodeType, EncodeKey);
  const kind = IdType === "OPEN_ID" ? "open" : "union";
  const player = deviceOf(user.devices, { kind, id: Id, organizationId: OrganizationId });
  world.note({ operation: call.operation, user: user.openId, device: player.openId, request });
  return {};
};
