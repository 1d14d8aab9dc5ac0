/** What an update throws when another process has become the owner of the object: its id must not be kept, or two states would own it. */
export class ResumedElsewhereError extends Error {
  override readonly name = "LostToAnother";
}
