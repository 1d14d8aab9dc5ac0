import { z } from "zod";

/** The result of one check: how severe it is, what was checked and found, and how to fix it. */
export const Finding = z.object({
  level: z.enum(["ok", "warning", "problem"]),
  subject: z.string(),
  message: z.string(),
  fix: z.string().optional(),
});
export type Finding = Readonly<z.infer<typeof Finding>>;

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

/** The subject of a finding, with its account where that is known. */
export function subjectWithAccount(subject: string, { account }: { readonly account: string | undefined }): string {
  return account === undefined ? subject : `${subject} of ${account}`;
}
