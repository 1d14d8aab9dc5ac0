import { type DeviceHandler, unionIdsView, userOf } from "./request-parameters.ts";

/** Specification: GetUserBasicInfo. */
export const GetUserBasicInfo: DeviceHandler<"GetUserBasicInfo"> = (world, call) => {
  const { openId, unionIds, nickname, avatarUrl } = userOf(world, call);
  return { OpenId: openId, UnionIds: unionIdsView(unionIds), Nickname: nickname, AvatarUrl: avatarUrl };
};

/** Specification: GetUserPhone. */
export const GetUserPhone: DeviceHandler<"GetUserPhone"> = (world, call) => ({ Phone: userOf(world, call).phone });
