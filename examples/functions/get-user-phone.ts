import * as rs from "pulumi-resourceshare";

/** A secret: the twin marks it so. */
export const phone = rs.device.getUserPhoneOutput().phone;
