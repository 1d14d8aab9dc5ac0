/**
 * Returns the changelog with the section of a new version above the others.
 * @param {string} changelog
 * @param {{ version: string, date: string, notes: readonly string[] }} release `notes` are lines of a list, without its dash
 */
export function withRelease(changelog, { version, date, notes }) {
  const list = notes.map((note) => `- ${note.trim().replaceAll("\n", "\n  ")}\n`).join("");
  return changelog.replace(/^## /m, () => `## ${version} (${date})\n\n${list}\n## `);
}

/**
 * Returns the notes of a version, which its release shows.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined} `undefined` when the version has no section
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## ${version} `) || text.startsWith(`## ${version}\n`));
  return section?.slice(section.indexOf("\n")).trim();
}
