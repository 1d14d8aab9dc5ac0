// The core without Pulumi: every operation of both services, called with credentials, limits and retries.
export * from "../api/entities.ts";
export * from "../api/operations.ts";
export * from "../api/device/operations.ts";
export { failedWith } from "../api/errors.ts";
export { ApiError, InputError, ProtocolError, TransportError } from "../kernel/errors.ts";
export { Secret } from "../kernel/secret.ts";
export type { Operation, RequestOf, ResponseOf } from "../wire/operation.ts";
export type { CallOptions, Client } from "./client.ts";
export { createClients } from "./clients.ts";
export type { Clients, ClientsParts } from "./clients.ts";
export { createDeviceClient } from "./device.ts";
export type { DeviceClient, DeviceClientParts } from "./device.ts";
export type { Grant, Session, Tokens } from "./tokens.ts";
export { readConfiguration } from "./configuration.ts";
export type { AccountConfiguration, Configuration, CredentialsChoice } from "./configuration.ts";
