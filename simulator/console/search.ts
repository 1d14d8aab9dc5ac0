/** How the console names an account or a folder: its id with its name. What has no name, such as a resource, has its id alone. */
export type EntityNamer = (id: string) => string;

export function entityNamer(entities: Iterable<{ readonly id: string; readonly name: string }> = []): EntityNamer {
  const names = new Map(Array.from(entities, ({ id, name }) => [id, `${id} ${name}`]));
  return (id) => names.get(id) ?? id;
}

/** Whether a text contains every word of a search, in any case and order. An empty search matches every text. */
export function matchesSearch(text: string, search: string): boolean {
  const lowerCase = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lowerCase.includes(word));
}
