import type { FullWorldFile } from "../../../index.ts";

/** A share of the world. */
export type Share = FullWorldFile["shares"][number];
/** An association of a share with a resource or a target. */
export type Association = Share["associations"][number];
/** An invitation of the world. */
export type Invitation = FullWorldFile["invitations"][number];

/** Whether an association has not ended. */
export function isLive({ status }: Association): boolean {
  return status !== "Failed" && status !== "Disassociated";
}

/** The style of a status: good when nothing is left to do, bad after a failure. */
export function styleOfStatus(status: string): string {
  if (/^(Active|Associated|Accepted)$/.test(status)) return "good";
  return /^(Failed|Rejected|Expired)$/.test(status) ? "bad" : "warning";
}
