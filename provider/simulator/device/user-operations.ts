import { type DeviceHandler, userOf } from "./request-parameters.ts";
import type { User } from "./world-schema.ts";

/** Specification: GetUserBasicInfo. */
export const GetUserBasicInfo: DeviceHandler<"GetUserBasicInfo"> = (world, call) => {
  const { openId, unionIds, nickname, avatarUrl } = userOf(world, call);
  return { OpenId: openId, UnionIds: unionIdsView(unionIds), Nickname: nickname, AvatarUrl: avatarUrl };
};

/** Specification: GetUserPhone. */
export const GetUserPhone: DeviceHandler<"GetUserPhone"> = (world, call) => ({ Phone: userOf(world, call).phone });

/** Converts union ids to the response format. */
export function unionIdsView(unionIds: User["unionIds"]): { OrganizationId: string; UnionId: string }[] {
  return unionIds.map(({ organizationId, unionId }) => ({ OrganizationId: organizationId, UnionId: unionId }));
}
