import { device } from "../../api/device/operations.ts";
import { refuseUnlisted } from "../refusal.ts";
import { asked, type DeviceHandler, deviceOf, projectType, sameProject, userOf } from "./asked.ts";
import { unionIdsView } from "./users.ts";

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
  const request = asked(device.PushDeviceNotification, call);
  const message = request.body ?? refuseUnlisted(400, "MissingParameter.body", "The parameter body is missing.");
  const { TargetType = "DEVICE_OPEN_ID", TargetIdentity: id } = message.SendTarget;
  const kind = TargetType === "DEVICE_OPEN_ID" ? "open" : "union";
  const target = deviceOf(user.devices, { kind, id, organizationId: message.OrganizationId });
  sameProject(world, message.EncodeType, message.EncodeKey);
  const template = world.templates.find((known) => known.id === message.MessageTemplateId);
  if (!template) refuseUnlisted(404, "EntityNotExists.MessageTemplate", "There is no such message template.");
  const unknown = Object.keys(message.PlaceHolder ?? {}).find((name) => !template.placeholders.includes(name));
  if (unknown !== undefined) refuseUnlisted(400, "InvalidParameter.PlaceHolder", `The template has no placeholder ${unknown}.`);
  world.note({ operation: call.operation, user: user.openId, device: target.openId, request });
  return {};
};
