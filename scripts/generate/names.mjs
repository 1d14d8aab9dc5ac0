/** Returns the file name of a resource or function: `ResourceShare` → `resource-share`. @param {string} token */
export function fileName(token) {
  return token.replace(/(?<!^)([A-Z])/g, "-$1").toLowerCase();
}
