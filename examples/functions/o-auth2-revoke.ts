import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();

/** An access token that is no longer needed; its refresh token stays valid. */
export const revoked = rs.device.oAuth2RevokeOutput({ token: config.requireSecret("oldToken"), tokenTypeHint: "access_token" });
