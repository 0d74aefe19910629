/** The other side sent no RTMP, or more of it than anyone needs. Its message is for the log. */
export class RtmpError extends Error {
  override name = 'RtmpError';
}
