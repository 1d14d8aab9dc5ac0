import { device } from "../../provider/api/device/operations.ts";
import { parseRequest, type DeviceHandler, findDevice, requireProject, userOf } from "./request-parameters.ts";

/** Specification: CreatePlayingList. */
export const CreatePlayingList: DeviceHandler<"CreatePlayingList"> = (world, call) => {
  const user = userOf(world, call);
  const request = parseRequest(device.CreatePlayingList, call);
  const { EncodeType, EncodeKey, IdType, Id, OrganizationId } = request.DeviceInfo;
  requireProject(world, EncodeType, EncodeKey);
  const kind = IdType === "OPEN_ID" ? "open" : "union";
  const player = findDevice(user.devices, { kind, id: Id, organizationId: OrganizationId });
  world.recordAction({ operation: call.operation, user: user.openId, device: player.openId, request });
  return {};
};
