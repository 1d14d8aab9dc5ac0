/** How the console names an account: its id with its name. What has no name, such as a folder, has its id alone. */
export type AccountNamer = (id: string) => string;

export function accountNamer(accounts: Iterable<{ readonly id: string; readonly name: string }> = []): AccountNamer {
  const names = new Map(Array.from(accounts, ({ id, name }) => [id, `${id} ${name}`]));
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
