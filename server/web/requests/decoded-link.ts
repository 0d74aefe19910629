/**
 * Finds where a link leads whose `#` a mail program has encoded, as Outlook's Safe Links does. The browser has sent its secret to
 * this server, and is led to the page with the secret behind `#` again.
 * @param target path and query
 * @returns null for other addresses
 */
export function decodedLink(target: string): string | null {
  const [, page, secret] = /^(\/[a-z-]+)\/?%(?:25)*23([\w-]{20,})(?![\w.%-])/i.exec(target) ?? [];
  return page && secret ? `${page}#${secret}` : null;
}
