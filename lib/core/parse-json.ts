/** The value of a JSON text, to be checked by a schema; undefined for other texts, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is wrong with it is said by whoever checks the value.
    return undefined;
  }
}
