import * as rs from "pulumi-resourceshare";

// With the credentials of the directory's management account.
const sharing = new rs.DirectorySharing("directory", {});

export const enabled = sharing.enabled;
