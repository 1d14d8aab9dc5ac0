import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deviceDemo } from "../../provider/simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";
import { repository } from "./pulumi.ts";

// The tests of this file are one life, in order: of the example `devices`.
const pushes = () => service.simulator.calls.filter(({ operation }) => operation === "PushDeviceNotification").length;
const secrets = [deviceDemo.accessToken, deviceDemo.refreshToken];

const text = readFileSync(join(repository, "examples/devices/index.ts"), "utf8");
const { service, project } = await openStackOfFile({ files: { "index.ts": text } });

test("a preview lists the devices and pushes nothing", async () => {
  await project.preview();
  expect(service.simulator.calls.map(({ operation }) => operation)).toContain("QueryDeviceList");
  expect(pushes()).toBe(0);
});

test("the first up pushes exactly once, after the share is in place", async () => {
  await project.up();
  expect(pushes()).toBe(1);
  expect(project.outputs()).toMatchObject({ online: ["Kitchen"], isListed: true });
  const order = service.simulator.calls.map(({ operation }) => operation);
  expect(order.indexOf("PushDeviceNotification")).toBeGreaterThan(order.indexOf("CreateResourceShare"));
});

test("a second up pushes nothing, whichever devices are online", async () => {
  for (const one of service.simulator.device.user(deviceDemo.user).devices) one.online = one.openId === deviceDemo.devices.bedroom;
  await project.up();
  expect(project.outputs()).toMatchObject({ online: ["Bedroom"], isListed: true });
  expect(pushes()).toBe(1);
});

test("a preview for a device that the user does not have warns", async () => {
  const { stdout, stderr } = await project.succeed(["preview", "--config", "engine:device=dev-other"]);
  expect(stdout + stderr).toContain("The user has no device dev-other");
  await project.succeed(["config", "rm", "device"]);
});

test("an up with another trigger pushes once more", async () => {
  await project.succeed(["config", "set", "announcement", "second"]);
  await project.up();
  expect(pushes()).toBe(2);
});

// (promise P-user-tokens)
test("neither token is in the state or in what is shown", async () => {
  const { stdout, stderr } = await project.succeed(["preview", "--json"]);
  const shown = [project.stateText(), stdout, stderr].join("\n");
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

test("a destroy undoes no push, says so, and takes the share away", async () => {
  const { stdout, stderr } = await project.destroy();
  expect(stdout + stderr).toContain("is not undone");
  expect(pushes()).toBe(2);
  expect(service.simulator.grants()).toEqual([]);
});
