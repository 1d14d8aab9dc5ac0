/** @param {string} text */
export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {readonly string[]} lines
 */
export function svg(width, height, title, lines) {
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-labelledby="title">`;
  return [open, `  <title id="title">${escaped(title)}</title>`, ...lines, "</svg>", ""].join("\n");
}
