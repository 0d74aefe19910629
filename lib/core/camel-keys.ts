type CamelCase<Key extends string> = Key extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Key;

/** A value of the API with the code's names: `stream_ids` becomes `streamIds`, also in objects within it. */
export type CamelKeys<Value> = Value extends Date | readonly unknown[]
  ? Value
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? CamelCase<Key> : Key]: CamelKeys<Value[Key]> }
    : Value;

/** Renames the keys of an object from the API for the code: {@link CamelKeys}. */
export function camelKeys<Value>(value: Value): CamelKeys<Value> {
  if (typeof value !== 'object' || value === null || value instanceof Date || Array.isArray(value)) {
    return value as CamelKeys<Value>;
  }
  const entries = Object.entries(value).map(([key, inner]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    camelKeys(inner),
  ]);
  return Object.fromEntries(entries) as CamelKeys<Value>;
}
