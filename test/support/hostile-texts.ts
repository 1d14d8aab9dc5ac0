import * as fc from "fast-check";

/** Texts that terminals, logs of CI runners, pictures and comments interpret. */
export const hostilePieces = [
  ...["\u001B[2J", "\u001B]0;title\u0007", "\u009B31m", "\u0000", "\r", "\n", "\t", "\u0085", "\u2028", "\u2029"],
  ...["\u202E", "\u2066", "\u200B", "\u200D", "\u2060", "\uFEFF", "\u00AD", "\u034F", "\u115F", "\u3164", "\uFFA0", "\uFE0F", "\u{E0041}"],
  ...["\uD800", "\uDC00", "\uFFFE", "\uE000"],
  ...["::set-output name=x::y", "::", "##[error]", "##vso[task.setvariable variable=x]y", "#", "##teamcity[x]"],
] as const;

/** Texts of any kind, many of which contain such a piece. */
export const hostileTexts = fc
  .array(
    fc.oneof(
      fc.constantFrom<string>(...hostilePieces, "⚠", "⚠\uFE0F", "共享", "a b", '"', "\\"),
      fc.string({ maxLength: 5, unit: "binary" }),
    ),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(""));
