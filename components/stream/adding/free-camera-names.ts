import type { StreamJson } from '@/lib/contracts/streams';

/** The names 'Camera 1' and so on that no stream has, the least numbers first. */
export function freeCameraNames(streams: StreamJson[], count: number): string[] {
  const taken = new Set(streams.map(({ attributes }) => attributes.name));
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const name = `Camera ${number}`;
    if (!taken.has(name)) names.push(name);
  }
  return names;
}
