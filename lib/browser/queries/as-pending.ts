interface Item {
  id: string;
  attributes: { name: string };
}

/** A new name on its way to the server. */
export interface Rename {
  id: string;
  name: string;
}

/**
 * A list as it will be once the calls under way have succeeded: renamed, and without what is being deleted. What no
 * call is about stays the same object. If a call fails it is no longer under way, and the list is as it was.
 */
export function asPending<T extends Item>(list: T[], renames: readonly Rename[], removals: readonly string[]): T[] {
  return list
    .filter(({ id }) => !removals.includes(id))
    .map((item) => {
      const name = renames.findLast(({ id }) => id === item.id)?.name;
      return name === undefined ? item : { ...item, attributes: { ...item.attributes, name } };
    });
}
