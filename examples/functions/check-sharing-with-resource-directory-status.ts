import * as rs from "pulumi-resourceshare";

/** Whether folders and members can be targets. */
export const isEnabled = rs.checkSharingWithResourceDirectoryStatusOutput().enableSharingWithRd;
