/**
 * Where a link leads whose `#` a mail program has encoded, as Outlook's Safe Links does. Browsers send such a link's secret to
 * the server, which sends them back to the page with the secret behind `#`, where no server gets it.
 * @param target path and query
 * @returns null for other addresses
 */
export function decodedLink(target: string): string | null {
  const [, page, secret] = /^(\/[a-z-]+)\/?%(?:25)*23([\w-]{20,})(?![\w.%-])/i.exec(target) ?? [];
  return page && secret ? `${page}#${secret}` : null;
}
