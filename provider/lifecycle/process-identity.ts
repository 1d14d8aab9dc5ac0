/** The identity of this provider process among all processes, also on other hosts. */
export interface ProcessIdentity {
  /** Random and unique for each process. */
  readonly id: string;
  /** Identifies the host and its process id namespace: processes with equal texts can see each other's process ids. */
  readonly host: string;
  readonly pid: number;
  /** Returns whether a process of this host has the process id now. */
  isRunning(pid: number): boolean;
}

/** Returns the text that identifies a process in a tag. */
export function creatorOf({ id, host, pid }: Pick<ProcessIdentity, "id" | "host" | "pid">): string {
  return `${id}-${host}-${pid}`;
}

/** Returns whether a process has certainly ended: it ran on this host, and no process has its id. */
export function hasEnded(creator: string | undefined, self: ProcessIdentity): boolean {
  const [, host, pid] = /^[0-9a-z]+-([0-9a-z]+)-([1-9][0-9]*)$/.exec(creator ?? "") ?? [];
  return host === self.host && !self.isRunning(Number(pid));
}
