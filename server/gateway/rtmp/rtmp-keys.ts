import { parseStreamId, type SrtStreamId } from '../srt-router/protocol/srt-stream-id';

/**
 * Finds the key in what an encoder sends with `connect` and `publish`. Encoders with two fields send it as the name. Those
 * with one cut the address at different slashes, and some send a query with either part.
 * @returns null where nothing is like a key
 */
export function rtmpKeys(name: string, app: string, tcUrl: string): SrtStreamId | null {
  const address = /^\w+:\/\/[^/]*(.*)$/s.exec(tcUrl)?.[1] ?? '';
  const parts = [name, app, address].flatMap((text) => text.split(/[/?&=#]/)).filter((part) => /[\w-]{12}/.test(part));
  // Those with two fields put nothing but the key into the second.
  const found = parseStreamId(parts.join(' ')) ?? parseStreamId(name);
  return found && { keys: found.keys, mode: null };
}
