// Without zod: screens load this.

/** The languages of PTZ cameras, by their names in the API. */
export const ptzProtocols = {
  visca_udp: {
    words: 'VISCA over IP (UDP, Sony header)',
    port: 52_381,
    cameras: 'Sony, and cameras that follow it',
  },
  visca_raw_udp: {
    words: 'VISCA over UDP without a header',
    port: 1_259,
    cameras: 'PTZOptics, and many others',
  },
  visca_tcp: {
    words: 'VISCA over TCP',
    port: 5_678,
    cameras: 'PTZOptics, AVer, and many others',
  },
  onvif: {
    words: 'ONVIF',
    port: 80,
    cameras: 'most network cameras',
  },
} as const;

export type PtzProtocol = keyof typeof ptzProtocols;
export type ViscaProtocol = Exclude<PtzProtocol, 'onvif'>;
export const ptzProtocolNames = Object.keys(ptzProtocols) as [PtzProtocol, ...PtzProtocol[]];

/** How often a page repeats a move that goes on. */
export const ptzRepeatMs = 150;
/** How long a camera moves by one message, unless another one follows or it says stop. */
export const ptzMoveLifetimeMs = 400;
/** Camera manufacturers allow this many commands a second. */
export const maxPtzCommandsPerSecond = 20;
