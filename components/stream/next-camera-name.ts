/** The default name after a stream was added: 'Camera ' and the number of streams before it plus two. */
export const nextCameraName = (streamCountBefore: number): string => `Camera ${streamCountBefore + 2}`;
