/** A pattern of the words that end the name of a secret in programs and settings. */
export const secretWord =
  "(?:secret|token|pass_?phrase|password|passwd|credentials?|access_?key(?:_?id|_?secret)?|api_?key|private_?key|connection_?string)".replaceAll(
    "_?",
    "[-_]?",
  );

/** Names of variables and keys with secret values; names of files and addresses are not secret. */
const anywhere = new RegExp(secretWord, "i");
const namedAccounts = /resourceshare[:_]accounts$/i;
const ending = /(?:(?<!public|primary|partition|sort|routing)[-_]key|[-_](?:pat|pass|pwd|dsn))$/i;
const isPlace = /[-_](?:file|uri|url|path)$/i;

/**
 * Formats of secrets: keys and tokens of Pulumi, of the vendor and of well-known services, private keys, and credentials in addresses.
 * What stands before a match makes each search take linear time: a match begins where its run of characters does.
 */
const forms: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g, "[secret]"],
  [/\bpul-[0-9a-z]{20,}/gi, "[secret]"],
  [/\b(?:LTAI|STS\.)[0-9A-Za-z]{12,}/g, "[secret]"],
  [/\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, "[secret]"],
  [/\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bnpm_[0-9A-Za-z]{30,}/g, "[secret]"],
  [/(?<![\w-])(?:glpat|xox[abprs])-[\w-]{10,}/g, "[secret]"],
  [/(?<![\w-])hv[bs]\.[\w-]{20,}/g, "[secret]"],
  [/(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{8,}/gi, "$1 [secret]"],
  // A password may contain `@`: credentials end at the last one before the path.
  [/:\/\/[^/\s]+@/g, "://[secret]@"],
  [/(secret|token|passphrase|password|passwd|pwd|(?:access|account|api)[-_]?key)=(?!\[secret\])[^\s&;"'<>]+/gi, "$1=[secret]"],
];

/** Whether the name of an environment variable or a configuration key suggests a secret value. A namespace before it does not count. */
export function isSecretName(name: string): boolean {
  const own = (name.split(/[:.]/).at(-1) ?? "").replace(/([a-z\d])(?=[A-Z])/g, "$1_");
  return (anywhere.test(own) || ending.test(own) || namedAccounts.test(name)) && !isPlace.test(own);
}

/** Replaces what has the form of a secret. */
export function withoutSecretForms(text: string): string {
  return forms.reduce((clean, [form, word]) => clean.replace(form, word), text);
}

/** Whether a text has a part with the form of a secret. */
export function hasSecretForm(text: string): boolean {
  return withoutSecretForms(text) !== text;
}

/** The first part of a text that has the form of a secret by itself, as a key or a token. */
export function secretIn(text: string): string | undefined {
  for (const [form, word] of forms) {
    if (word !== "[secret]") continue;
    const found = text.match(form)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}
