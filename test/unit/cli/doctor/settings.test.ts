import { afterEach, expect, test, vi } from "vitest";
import { examineSettings } from "../../../../cli/doctor/settings.ts";

afterEach(() => void vi.unstubAllEnvs());

test("names the variable to set in place of one of other tools, where there is no value", async () => {
  const set = { ALICLOUD_REGION: "cn-beijing", ALICLOUD_ACCESS_KEY: "a", ALICLOUD_SECRET_KEY: "b" };
  const own = { ALIBABA_CLOUD_REGION_ID: undefined, ALIBABA_CLOUD_ACCESS_KEY_ID: "c", ALIBABA_CLOUD_ACCESS_KEY_SECRET: "d" };
  for (const [name, value] of Object.entries({ ...set, ...own })) vi.stubEnv(name, value);
  const { findings } = await examineSettings({ trustsEndpoints: false });
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([
    {
      level: "warning",
      subject: "Configuration",
      message: "the variable ALICLOUD_REGION has no effect here",
      fix: "set ALIBABA_CLOUD_REGION_ID",
    },
  ]);
});
