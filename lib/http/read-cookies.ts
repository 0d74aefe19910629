/** The cookies of a request by name, as they are sent: none of ours has characters that need to be encoded. */
export function readCookies(request: Request): Map<string, string> {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return new Map(
    pairs.map((pair): [string, string] => {
      const end = pair.indexOf('=');
      return [pair.slice(0, Math.max(0, end)), pair.slice(end + 1)];
    }),
  );
}
