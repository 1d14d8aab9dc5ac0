import { isDefect } from "../../provider/host/provider-errors.ts";

const ignore = (): void => undefined;

/**
 * Marks an error whose message is written for users: Pulumi then prints the message alone, without a stack trace and the error's fields.
 * Of a promise that the program does not await, Pulumi prints the stack, so that is the message as well.
 */
export function withoutTrace(error: Error): Error {
  return isDefect(error) ? error : Object.defineProperties(error, { __pulumiRunError: { value: true }, stack: { value: error.message } });
}

/** Returns a function's result; a wrong argument is reported with the name of the function. */
export async function forProgram<T>(name: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    // Pulumi awaits a promise that the program exports only after Node has reported its rejection. Without a listener, Node warns of that.
    if (!process.listeners("rejectionHandled").includes(ignore)) process.on("rejectionHandled", ignore);
    if (!(error instanceof Error)) throw error;
    if (error.name === "InputError") error.message = `${name}: ${error.message}`;
    throw withoutTrace(error);
  }
}
