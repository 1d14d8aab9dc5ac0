const gap = "[-_]?";
const word =
  `(?:secret|token|pass${gap}phrase|password|passwd|credentials?|access${gap}key(?:${gap}id|${gap}secret)?` +
  `|api${gap}key|private${gap}key|connection${gap}string)`;
const ending = "(?:(?<!public|primary|partition|sort|routing)[-_]key|[-_](?:pat|pass|pwd|dsn))";

/** Matches the end of a secret's name in programs and settings, such as `db_password`. */
export const secretEnding = `(?:${word}|${ending})`;

/** Names of variables and keys with secret values. */
const isSecret = new RegExp(`${word}|${ending}$`, "i");
const namedAccounts = /resourceshare[:_]accounts$/i;
/** Names of files and addresses, whose values are not secret. */
const isPlace = /[-_](?:file|uri|url|path)$/i;

/**
 * Formats of secrets: keys and tokens of Pulumi, of the vendor and of well-known services, and private keys.
 * So that a search takes linear time, a match begins at a fixed text, or (by `\b` and the look-behinds) at the start of a run of its characters.
 */
const tokens: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
  /\bpul-[0-9a-z]{20,}/gi,
  /\b(?:LTAI|STS\.)[0-9A-Za-z]{12,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bnpm_[0-9A-Za-z]{30,}/g,
  /(?<![\w-])(?:glpat|xox[abprs])-[\w-]{10,}/g,
  /(?<![\w-])hv[bs]\.[\w-]{20,}/g,
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g,
];

/** Patterns of secrets and their replacements: tokens, headers, passwords in URLs, and assignments. */
const forms: readonly (readonly [RegExp, string])[] = [
  ...tokens.map((form) => [form, "[secret]"] as const),
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{8,}/gi, "$1 [secret]"],
  // A password may contain `@`: credentials end at the last one before the path.
  [/:\/\/[^/\s]+@/g, "://[secret]@"],
  [/(secret|token|passphrase|password|passwd|pwd|(?:access|account|api)[-_]?key)=(?!\[secret\])[^\s&;"'<>]+/gi, "$1=[secret]"],
];

/** What is a secret in a program's text: tokens, and passwords in addresses. A variable in their place is not a secret. */
const formsInPrograms: readonly RegExp[] = [
  ...tokens,
  /(?<=:\/\/[^/\s:@]{0,64}:)[^/\s@:$<>{}*"'`]{4,}@/g,
  /(?<=[?&](?:password|passwd|pwd|token|secret)=)[^\s&;$<>{}*"'`]{4,}/gi,
];

/** Whether the name of an environment variable or a configuration key suggests a secret value. A namespace before it does not count. */
export function isSecretName(name: string): boolean {
  const own = (name.split(/[:.]/).at(-1) ?? "").replace(/([a-z\d])(?=[A-Z])/g, "$1_");
  return (isSecret.test(own) || namedAccounts.test(name)) && !isPlace.test(own);
}

/** Replaces what has the form of a secret. */
export function withoutSecretForms(text: string): string {
  return forms.reduce((clean, [form, replacement]) => clean.replace(form, replacement), text);
}

/** Whether a text has a part with the form of a secret. */
export function hasSecretForm(text: string): boolean {
  return withoutSecretForms(text) !== text;
}

/** The first part of a program's text that has the form of a secret: a key or a token, or a password in an address. */
export function secretIn(text: string): string | undefined {
  for (const form of formsInPrograms) {
    const found = text.match(form)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
