/** A secret in an address: what stands between its scheme or user and the @. */
const passwordInUrl = /(\/\/[^\s/:@]*):[^\s/@]+@/g;

const maxDepth = 4;

/**
 * Puts an error's message and those of its causes into one line, for the person who runs the server:
 * `fetch failed (connect ECONNREFUSED …)`. It leaves out passwords in addresses.
 */
export function errorText(error: unknown): string {
  const said: string[] = [];
  let each = error;
  // Causes may go round in a circle.
  for (let depth = 0; depth < maxDepth && each !== undefined && each !== null; depth++, each = causeOf(each)) {
    const text = textOf(each);
    if (text && !said.some((earlier) => earlier.includes(text))) said.push(text);
  }
  const [first = 'unknown error', ...causes] = said;
  return (causes.length === 0 ? first : `${first} (${causes.join('; ')})`).replaceAll(passwordInUrl, '$1:…@');
}

/** An error whose message is empty has at least a code, as several failed connection attempts together do. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.message.replaceAll(/\s+/g, ' ').trim();
  return text || ('code' in error ? String(error.code) : error.name);
}

function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError) return error.errors[0];
  return error instanceof Error ? error.cause : undefined;
}
