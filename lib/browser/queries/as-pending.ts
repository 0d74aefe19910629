interface Item {
  id: string;
  attributes: { name: string };
}

/** A rename in progress. */
export interface Rename {
  id: string;
  name: string;
}

/**
 * A list as it will be once the calls in progress succeed: renamed, and without what is being deleted. Items that no
 * call affects stay the same objects. A call that fails is no longer in progress, so the list is as before.
 */
export function asPending<T extends Item>(list: T[], renames: readonly Rename[], removals: readonly string[]): T[] {
  return list
    .filter(({ id }) => !removals.includes(id))
    .map((item) => {
      const name = renames.findLast(({ id }) => id === item.id)?.name;
      return name === undefined ? item : { ...item, attributes: { ...item.attributes, name } };
    });
}
