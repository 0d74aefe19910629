/**
 * Leaves H.264 alone in an offer's video (RFC 8866), because the worker takes nothing else. LiveKit would take the offer's first
 * codec, which is VP8 in Chromium's.
 * @returns null where a video has no H.264
 */
export function h264Offer(sdp: string): string | null {
  const sections = sdp
    .split(/^(?=m=)/m)
    .map((section) => (section.startsWith('m=video ') ? h264Section(section) : section));
  return sections.includes(null) ? null : sections.join('');
}

function h264Section(section: string): string | null {
  const found = (pattern: RegExp) => [...section.matchAll(pattern)].map(([, ...parts]) => parts);
  const kept = new Set(found(/^a=rtpmap:(\d+) H264\//gim).map(([type]) => type));
  if (kept.size === 0) return null;
  // Retransmissions have payload types of their own.
  for (const [type, original] of found(/^a=fmtp:(\d+) (?:.*;)?\s*apt=(\d+)/gim)) if (kept.has(original)) kept.add(type);
  const [, head = '', types = ''] = /^(m=video \S+ \S+)((?: \d+)*)/.exec(section) ?? [];
  const left = types.split(' ').filter((type) => kept.has(type));
  return section
    .replace(`${head}${types}`, [head, ...left].join(' '))
    .replace(/^a=(?:rtpmap|fmtp|rtcp-fb):(\d+) .*\r?\n/gm, (line, type: string) => (kept.has(type) ? line : ''));
}
