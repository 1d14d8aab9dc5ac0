import * as pulumi from "@pulumi/pulumi";
import * as rs from "pulumi-resourceshare";

const config = new pulumi.Config();

/** The tokens for a code that the user's consent has given; the code can be used once. */
export const tokens = rs.device.oAuth2TokenOutput({
  grantType: "authorization_code",
  code: config.requireSecret("code"),
  redirectUri: "https://app.example/oauth/callback",
});
