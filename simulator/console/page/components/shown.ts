import { useEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** Scrolls a selected element into view when it appears: on a narrow screen it is below the list. */
export function useShown(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => element.current?.scrollIntoView({ block: "nearest" }), []);
  return element;
}
