/**
 * Why a redirect URI probably differs from the one of the authorization request, which it must equal character by character.
 * The text never quotes the URI.
 * @returns `undefined` when the URI has no such sign
 */
export function redirectUriHint(uri: string): string | undefined {
  if (uri !== uri.trim()) return "it begins or ends with white space";
  if (/^https?%3a/i.test(uri)) return "it is percent-encoded as a whole, as it stands in a query";
  if (!URL.canParse(uri)) return "it is no absolute URI";
  const url = new URL(uri);
  if (url.hash !== "" || uri.endsWith("#")) return "it has a fragment, which no redirect URI may have";
  if (/^https?:/i.test(uri) && url.href !== uri && url.href !== `${uri}/`) {
    return "it is not in its usual form: scheme and host in lower case, no usual port, all other characters encoded";
  }
  return undefined;
}
