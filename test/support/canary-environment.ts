/** Variables of an environment with secrets that no output may contain. */
export const canaryEnvironment = {
  ALIBABA_CLOUD_ACCESS_KEY_ID: "canary-id",
  ALIBABA_CLOUD_ACCESS_KEY_SECRET: "canary-secret",
  RESOURCESHARE_ACCOUNTS: '{"b":{"accessKeySecret":"canary-nested"}}',
  PULUMI_CONFIG_PASSPHRASE: "canary-passphrase",
  PULUMI_ACCESS_TOKEN: "canary-token",
};
