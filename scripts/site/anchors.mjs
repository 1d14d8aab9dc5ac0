/**
 * The anchor that GitHub adds to a heading. The site has the same anchors, so that a link leads to one place in both.
 * @param {string} heading without markup of links
 */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
