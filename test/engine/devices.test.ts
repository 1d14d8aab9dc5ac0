import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deviceDemo } from "../../simulator/index.ts";
import { openStackOfFile } from "./fixture.ts";
import { repository } from "./pulumi.ts";

// The tests of this file are steps of one lifecycle, in order: of the example `devices`.
const pushes = () => service.simulator.calls.filter(({ operation }) => operation === "PushDeviceNotification").length;
const secrets = [deviceDemo.accessToken, deviceDemo.refreshToken];

const text = readFileSync(join(repository, "examples/devices/index.ts"), "utf8");
const { service, project } = await openStackOfFile({ files: { "index.ts": text } });

test("lists the devices of the example in a preview, and pushes no notification", async () => {
  await project.preview();
  expect(service.simulator.calls.map(({ operation }) => operation)).toContain("QueryDeviceList");
  expect(pushes()).toBe(0);
});

test("pushes the notification of a DeviceAction once in the first `up`, after the share is created", async () => {
  await project.up();
  expect(pushes()).toBe(1);
  expect(project.outputs()).toMatchObject({ online: ["Kitchen"], isListed: true });
  const order = service.simulator.calls.map(({ operation }) => operation);
  expect(order.indexOf("PushDeviceNotification")).toBeGreaterThan(order.indexOf("CreateResourceShare"));
});

test("pushes no notification of a DeviceAction in a second `up`, whichever devices are online", async () => {
  for (const one of service.simulator.device.user(deviceDemo.user).devices) one.online = one.openId === deviceDemo.devices.bedroom;
  await project.up();
  expect(project.outputs()).toMatchObject({ online: ["Bedroom"], isListed: true });
  expect(pushes()).toBe(1);
});

test("warns in a preview of a DeviceAction about a device that the user does not have", async () => {
  const { stdout, stderr } = await project.succeed(["preview", "--config", "engine:device=dev-other"]);
  expect(stdout + stderr).toContain("The user has no device dev-other");
  await project.succeed(["config", "rm", "device"]);
});

// (promise P-user-tokens)
test("keeps the tokens of a program with devices out of the state and the output", async () => {
  const { stdout, stderr } = await project.succeed(["preview", "--json"]);
  const shown = [project.stateText(), stdout, stderr].join("\n");
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

test("warns in a destroy that no push of a DeviceAction is undone, and deletes the share", async () => {
  const { stdout, stderr } = await project.destroy();
  expect(stdout + stderr).toContain("is not undone");
  expect(pushes()).toBe(1);
  expect(service.simulator.grants()).toEqual([]);
});
