const censor = '[redacted]';

/** Names of secret values, at any depth and in any spelling: token, workerToken, stream_key, streamKey, cookie … */
const secretField =
  /"([\w-]*(?:token|password|passphrase|secret(?:_former)?|(?:stream|view)_?key|authorization|cookie))":(?:"(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;

/** Secrets inside a text: an error's message, an address, a line of another program. */
const inText: [pattern: RegExp, replacement: string][] = [
  // postgresql://user:password@host. The last @ before the path ends the password.
  [/([a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*):[^\s/"\\]+@/gi, `$1:${censor}@`],
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${censor}`],
  [/\b(passphrase|streamid|password|token|access_token)=[^\s&"'\\;]+/gi, `$1=${censor}`],
  // API tokens of lib/auth/api-token.ts.
  [/\bsl_[\w-]{20,}/g, censor],
  // JSON Web Tokens, signed or encrypted: their first part is always the Base64 of {"…
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){2,4}/g, censor],
];

/**
 * Removes secrets from one log line, by field names and by how secrets look inside texts. It is a second line of
 * defence: code never logs secrets.
 * @param line JSON, as it would be written
 */
export function redact(line: string): string {
  const withoutFields = line.replace(secretField, `"$1":"${censor}"`);
  return inText.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), withoutFields);
}
