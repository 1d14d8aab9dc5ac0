import * as rs from "pulumi-resourceshare";

/** Who has granted access. */
export const nickname = rs.device.getUserBasicInfoOutput().nickname;
