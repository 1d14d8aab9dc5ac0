/** Whether a permission lets targets change resources, as far as its name shows that; the names of default permissions do not. */
export function isWritePermission(name: string): boolean {
  return /write|full|manage|admin/i.test(name);
}
