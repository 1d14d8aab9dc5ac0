import { afterAll } from "vitest";
import { openStack } from "./stack.ts";
import type { Stack, StackOptions } from "./stack.ts";

/** Opens the stack that the tests of a file use one after another, and closes it after the last one. */
export async function openStackOfFile(options?: StackOptions): Promise<Stack> {
  const stack = await openStack(options);
  afterAll(() => stack[Symbol.asyncDispose]());
  return stack;
}
