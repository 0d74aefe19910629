interface Publication {
  kind: string;
  source: string;
}

/** The video track that a preview shows of a participant: its camera, or else any video. */
export function findVideoPublication<P extends Publication>(publications: Iterable<P>): P | undefined {
  const videos = [...publications].filter((publication) => publication.kind === 'video');
  return videos.find((video) => video.source === 'camera') ?? videos[0];
}
