/** Whether a name is of a permission that lets targets change resources; a default permission, or one of another name, is not known to. */
export function isWritePermission(name: string): boolean {
  return /write|full|manage|admin/i.test(name);
}
