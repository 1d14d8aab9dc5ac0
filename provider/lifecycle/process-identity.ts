/** This provider process, as other processes can tell it apart. */
export interface ProcessIdentity {
  /** Random: no other process has the same. */
  readonly id: string;
  /** Identifies the host and its process ids: two processes with equal texts see each other's process ids. */
  readonly host: string;
  readonly pid: number;
  /** Whether a process of this host has the process id now. */
  isRunning(pid: number): boolean;
}

/** The text that identifies a process in a tag. */
export function creatorOf({ id, host, pid }: Pick<ProcessIdentity, "id" | "host" | "pid">): string {
  return `${id}-${host}-${pid}`;
}

/** Whether a process certainly has ended: it ran on this host, and no process has its id. */
export function hasEnded(creator: string | undefined, self: ProcessIdentity): boolean {
  const [, host, pid] = /^[0-9a-z]+-([0-9a-z]+)-([1-9][0-9]*)$/.exec(creator ?? "") ?? [];
  return host === self.host && !self.isRunning(Number(pid));
}
