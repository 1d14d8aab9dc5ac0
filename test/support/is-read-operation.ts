/** Whether a call of this operation changes nothing, by the operation's name. */
export function isReadOperation(operation: string): boolean {
  return /^(List|Get|Check|Describe)/.test(operation);
}
