import { device } from "../../provider/api/device/operations.ts";
import { throwUnlistedError } from "../gateway/service-error.ts";
import { parseRequest, type DeviceHandler, findDevice, projectType, requireProject, unionIdsView, userOf } from "./request-parameters.ts";

/** Specification: QueryDeviceList. */
export const QueryDeviceList: DeviceHandler<"QueryDeviceList"> = (world, call) => ({
  EncodeType: projectType,
  EncodeKey: world.project,
  DeviceList: userOf(world, call).devices.map(({ openId, unionIds, name, iconUrl, online }) => ({
    DeviceOpenId: openId,
    DeviceUnionIds: unionIdsView(unionIds),
    DeviceName: name,
    DeviceIconUrl: iconUrl,
    Online: online ? "1" : "0",
  })),
});

/** Specification: PushDeviceNotification. */
export const PushDeviceNotification: DeviceHandler<"PushDeviceNotification"> = (world, call) => {
  const user = userOf(world, call);
  const request = parseRequest(device.PushDeviceNotification, call);
  const message = request.body ?? throwUnlistedError(400, "MissingParameter.body", "The parameter body is missing.");
  const { TargetType = "DEVICE_OPEN_ID", TargetIdentity: id } = message.SendTarget;
  const kind = TargetType === "DEVICE_OPEN_ID" ? "open" : "union";
  const target = findDevice(user.devices, { kind, id, organizationId: message.OrganizationId });
  requireProject(world, message.EncodeType, message.EncodeKey);
  const template = world.templates.find((known) => known.id === message.MessageTemplateId);
  if (!template) throwUnlistedError(404, "EntityNotExists.MessageTemplate", "There is no such message template.");
  const unknown = Object.keys(message.PlaceHolder ?? {}).find((name) => !template.placeholders.includes(name));
  if (unknown !== undefined) throwUnlistedError(400, "InvalidParameter.PlaceHolder", `The template has no placeholder ${unknown}.`);
  world.recordAction({ operation: call.operation, user: user.openId, device: target.openId, request });
  return {};
};
