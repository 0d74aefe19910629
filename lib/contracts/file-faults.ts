/**
 * Why a recording does not play as a camera:
 * `no_recording`: none was chosen.
 * `no_disk`: workers of this installation have no disk with recordings.
 * `gone`: its files are not there.
 * `unreadable`: its files cannot be read, or hold no keyframe in the range.
 * `ended`: it has played once, as asked.
 */
export const fileFaults = ['no_recording', 'no_disk', 'gone', 'unreadable', 'ended'] as const;

export type FileFault = (typeof fileFaults)[number];
