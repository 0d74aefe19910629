interface Publication {
  kind: string;
  source: string;
}

/** The video of a participant that a preview shows: its camera, or else any of its videos. */
export function pickVideo<P extends Publication>(publications: Iterable<P>): P | undefined {
  const videos = [...publications].filter((publication) => publication.kind === 'video');
  return videos.find((video) => video.source === 'camera') ?? videos[0];
}
