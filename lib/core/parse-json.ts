/** The value of a JSON text, for a schema to check; undefined for other texts, which every schema refuses. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema's error says what is wrong.
    return undefined;
  }
}
