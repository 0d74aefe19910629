/** The ids in display order: first those that the user has moved, then all others as given. */
export function multiviewOrder(ids: readonly string[], order: readonly string[]): string[] {
  const present = new Set(ids);
  const moved = new Set(order);
  return [...order.filter((id) => present.has(id)), ...ids.filter((id) => !moved.has(id))];
}
