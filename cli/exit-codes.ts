/** The exit codes of all commands. `simulate -- COMMAND` ends with the code of that command. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  /** A check of `--fail-on` failed, or an assumption differs. */
  refused: 3,
  interrupted: 130,
} as const;

/** The exit codes in words, for the help. */
export const exitCodesText =
  `${exitCodes.done} done, ${exitCodes.failed} failed, ${exitCodes.wrongUsage} wrong usage, ` +
  `${exitCodes.refused} a check of \`--fail-on\` failed or an assumption differs, ${exitCodes.interrupted} interrupted by Ctrl-C`;

/** An exit code of a command; `simulate -- COMMAND` has those of any command. */
export type ExitCode = number;
