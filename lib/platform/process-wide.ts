const made = globalThis as typeof globalThis & { sightline?: Map<string, unknown> };

/**
 * One value for this process: made by the first who asks for the name, and the same for all others. A module's own variable
 * is not enough: Next bundles each route apart from the web program, and reloads modules in development.
 */
export function processWide<Value>(name: string, make: () => Value): Value {
  made.sightline ??= new Map();
  const known = made.sightline;
  if (!known.has(name)) known.set(name, make());
  return known.get(name) as Value;
}
