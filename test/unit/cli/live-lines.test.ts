import { expect, test } from "vitest";
import { Screen } from "./screen.ts";

test("replaces the lines by more, by fewer and by none", () => {
  const screen = new Screen();
  screen.live.print("first");
  screen.live.show(["a", "b"]);
  expect(screen.text).toBe("first\na\nb");
  screen.live.show(["c", "d", "e"]);
  expect(screen.text).toBe("first\nc\nd\ne");
  screen.live.show(["f"]);
  expect(screen.text).toBe("first\nf");
  screen.live.show([]);
  expect(screen.text).toBe("first");
});

test("prints a message above the lines, and keeps it when they change", () => {
  const screen = new Screen();
  screen.live.show(["a", "b"]);
  screen.live.print("Interrupted");
  expect(screen.text).toBe("Interrupted\na\nb");
  screen.live.show(["c"]);
  expect(screen.text).toBe("Interrupted\nc");
});

test("leaves out lines beyond the height of the terminal, and cuts those beyond its width", () => {
  const screen = new Screen({ columns: 5, rows: 3 });
  screen.live.show(["123456", "12345", "third"]);
  expect(screen.text).toBe("1234…\n12345");
  screen.live.show(["end"]);
  expect(screen.text).toBe("end");
});

test("cuts a line whose Chinese characters, each of two columns, are wider than the terminal", () => {
  const screen = new Screen({ columns: 6 });
  screen.live.show(["共享网", "共享网络", "a共享网"]);
  expect(screen.text).toBe("共享网\n共享…\na共享…");
});
