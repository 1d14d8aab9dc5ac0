import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();

/** An access token that nobody shall use any more; its refresh token stays good. */
export const revoked = rs.device.oAuth2RevokeOutput({ token: config.requireSecret("oldToken"), tokenTypeHint: "access_token" });
