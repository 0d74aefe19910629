import type { DestinationCause } from '../destination-tasks';

/** Why a destination is not live, and what to do, in sentences. */
export const destinationTexts: Record<DestinationCause, (detail: string | null) => string> = {
  unresolved: () => 'The address has a name that leads nowhere: check it.',
  not_allowed: () => 'The address is in a network that your organization may not send to: enter one on the internet.',
  unreachable: () => 'Nobody answers at this address: check host and port, and that the server is running.',
  certificate: () => 'The server’s certificate does not fit its name, or is not trusted: check the address.',
  no_answer: () => 'The server accepts the connection and then says nothing.',
  not_rtmp: () => 'The server speaks something else there: check protocol and port.',
  refused: (detail) => `The server does not take the stream${said(detail)}: check the key, then switch it on again.`,
  closed: () => 'The server has ended the connection: check the key, and that nobody else sends with it.',
  stalled: () => 'The server takes nothing any more.',
  unauthorized: (detail) => `The server does not take the token${said(detail)}: enter another one.`,
  not_found: (detail) => `The server takes nothing at this address${said(detail)}: check the address.`,
  no_media: () => 'The server answers, but no media gets through: open UDP between it and this server.',
  unsupported_video: (codec) =>
    `RTMP and WHIP take H.264, and the camera sends ${codec ?? 'another codec'}: change its encoder.`,
  unsupported_picture: (what) =>
    `WHIP takes what browsers show, and the camera sends ${what ?? 'something else'}: set its encoder to H.264 of 8 bits, 4:2:0, progressive, with 0 B-frames.`,
  no_picture: () => 'The camera sends no picture at the moment.',
  key_lost: () => 'The server’s secret was changed, and its key can’t be read any more: enter the key again.',
  failed: (detail) => `Sending has failed${said(detail)}.`,
};

/** The sentence of a destination that is live without its camera. */
export const slateText = 'The camera sends no picture at the moment: the event’s name goes out in its place.';

const said = (detail: string | null): string => (detail === null ? '' : ` (${detail.replace(/[.!]+$/, '')})`);
