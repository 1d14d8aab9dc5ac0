import * as rs from "pulumi-resourceshare";

/** A secret, because it comes from the output variant. */
export const phone = rs.device.getUserPhoneOutput().phone;
