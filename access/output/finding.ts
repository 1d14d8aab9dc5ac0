/** The severity of a finding. */
export type Level = "ok" | "warning" | "problem";

/** The result of one check. */
export interface Finding {
  readonly level: Level;
  /** What was checked. */
  readonly subject: string;
  /** What was found. */
  readonly message: string;
  /** How to fix it. */
  readonly fix?: string | undefined;
}

/** A finding about something that works. */
export function ok(subject: string, message: string): Finding {
  return { level: "ok", subject, message };
}

/** A finding about something that works, but may be unexpected. */
export function warning(subject: string, message: string, fix?: string): Finding {
  return { level: "warning", subject, message, fix };
}

/** A finding about something that does not work. */
export function problem(subject: string, message: string, fix?: string): Finding {
  return { level: "problem", subject, message, fix };
}

/** Adds the name of the account to a subject, except for the default account. */
export function subjectWithAccount(subject: string, { account }: { readonly account: string | undefined }): string {
  return account === undefined ? subject : `${subject} of ${account}`;
}
