/**
 * Thrown by `Resource.reconcile` when another process has resumed the object's creation.
 * The id must not be kept, or two states would own the object.
 */
export class ResumedElsewhereError extends Error {
  override readonly name = "ResumedElsewhereError";
}
