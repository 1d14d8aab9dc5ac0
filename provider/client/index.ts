/**
 * The API client, independent of Pulumi: every operation of both services, with authentication, rate limits and retries.
 *
 * @module pulumi-resourceshare/client
 */
import "../kernel/supported-node.ts";
export * from "../api/entities.ts";
export * from "../api/operations.ts";
export * from "../api/device/operations.ts";
export { failedWith } from "../api/error-codes.ts";
export { ApiError, InputError, ProtocolError, TransportError } from "../kernel/errors.ts";
export { Secret } from "../kernel/secret.ts";
export type { Operation, RequestOf, ResponseOf } from "../wire/operation.ts";
export type { CallOptions, Client } from "./client.ts";
export { createClients, type Clients, type ClientRegistryOptions } from "./client-registry.ts";
export type { DeviceClient } from "./device/device-client.ts";
export type { Grant, Session, Tokens } from "./device/token-session.ts";
export { readConfiguration } from "./config/configuration.ts";
export type { AccountConfiguration, AccountSources, Configuration, ConfigurationOptions } from "./config/configuration.ts";
export type { CredentialsChoice } from "./config/configuration.ts";
