import type { AccountConfiguration } from "../../provider/client/config/configuration.ts";

/** What the user allows a run to do, and with what. */
export interface Permitted {
  readonly writes: boolean;
  readonly throttle: boolean;
  /** The only resource that is put into a share: as the user names it, its id, and the parameters that name it. */
  readonly resource: { readonly text: string; readonly id: string; readonly request: object } | undefined;
  /** The only target of a share: an account, a folder or a directory inside the resource directory. */
  readonly target: string | undefined;
  /** The only account outside the resource directory that is invited. */
  readonly external: string | undefined;
  /** The credentials of the external account, which answers the invitation. */
  readonly receiver: AccountConfiguration | undefined;
}

/** The options that permit what a probe needs besides credentials. */
export const needs: Readonly<Record<keyof Permitted, readonly string[]>> = {
  writes: ["--allow-writes"],
  resource: ["--allow-writes", "--resource"],
  target: ["--allow-writes", "--target"],
  external: ["--allow-writes", "--external"],
  receiver: ["--allow-writes", "--external", "--receiver"],
  throttle: ["--throttle"],
};
