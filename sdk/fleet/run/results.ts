import { z } from "zod";
import type { AccessDiff } from "../../../access/diff/access-diff.ts";
import type { Finding } from "../../../access/output/finding.ts";
import type { FleetStack } from "../fleet.ts";

/** What is done with each stack of a fleet. */
export const operations = ["preview", "up", "refresh", "destroy"] as const;
export type Operation = (typeof operations)[number];

/** How the run of a stack ended; `unknown` is a preview that needs outputs of stacks that are not deployed. */
export const statuses = ["succeeded", "failed", "unknown", "interrupted", "skipped", "not-started"] as const;
export type Status = (typeof statuses)[number];

/** The result of one stack. */
export const StackResult = z.object({
  name: z.string(),
  account: z.string(),
  region: z.string(),
  status: z.enum(statuses),
  seconds: z.number(),
  /** How many resources the engine created, updated and so on, by the engine's names. */
  resources: z.record(z.string(), z.number()),
  /** Why it failed, or why it was skipped beside `because`: one text for each cause, without secrets. */
  reasons: z.array(z.string()).readonly(),
  /** Whether policies, and nothing else, have made it fail before anything changed. */
  stoppedByPolicies: z.boolean().default(false),
  /** What providers and programs warn of, without secrets. */
  warnings: z.array(z.string()).readonly().default([]),
  /** The stacks because of which it was skipped, or is unknown. */
  because: z.array(z.string()).readonly(),
});
export type StackResult = Readonly<z.infer<typeof StackResult>>;
export type ResourceCounts = StackResult["resources"];

/** The results of a fleet: those of all stacks, and what changes in access. */
export interface FleetResult {
  readonly fleet: string;
  readonly operation: Operation;
  /** As `2/4`, where one machine has run a part of the fleet. */
  readonly shard?: string | undefined;
  readonly stacks: readonly StackResult[];
  readonly access: AccessDiff;
  /** Of a preview, the quotas of each account that owns shares, and what the next update needs; stacks that the description does not name. */
  readonly headroom: readonly Finding[];
}

/** A result of a stack, without what a run adds. */
export function emptyResult({ name, account, region }: FleetStack, status: Status, because: readonly string[] = []): StackResult {
  return { name, account, region, status, seconds: 0, resources: {}, reasons: [], stoppedByPolicies: false, warnings: [], because };
}
