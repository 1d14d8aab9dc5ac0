/** `ResourceShare` → `resource-share`: the name of a resource's files. @param {string} token */
export function fileName(token) {
  return token.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
}
