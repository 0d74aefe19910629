import type { PullFault } from '../pull-faults';

/** Why an address cannot be pulled, and what helps. `again`: how the server goes on with a camera that is on. */
export const pullFaultWords: Record<PullFault, { sentence: string; again?: string; fix: string }> = {
  no_address: {
    sentence: 'This camera has no address to pull from, or this server can no longer read it.',
    fix: 'Enter the address in the connection details.',
  },
  not_allowed: {
    sentence: 'The address leads into a network that your organization may not pull cameras from.',
    fix: 'Enter an address on the internet, or ask whoever runs this server about PULL_NETWORKS.',
  },
  unknown_host: {
    sentence: 'The host name in the address does not exist.',
    fix: 'Check the address in the connection details.',
  },
  unreachable: {
    sentence: 'Nothing answers at the address.',
    again: 'The server keeps trying.',
    fix: 'Check power and network of the camera, its port, and the firewall between.',
  },
  refused: {
    sentence: 'Something answers at the address, and refuses the connection.',
    fix: 'Check path, stream ID and passphrase in the address. Some cameras allow only a few connections.',
  },
  unauthorized: {
    sentence: 'The camera refuses user and password.',
    again: 'The server tries again once a minute.',
    fix: 'Enter the address with the right user and password in the connection details.',
  },
  not_found: {
    sentence: 'The camera answers, but has nothing at this path.',
    fix: "Check the end of the address against the camera's manual.",
  },
  no_media: {
    sentence: 'Something answers at the address, but sends no video that the server knows.',
    fix: 'Enter the address of the stream itself, not that of a web page. By HTTP, it has to be MPEG-TS; HLS is not taken.',
  },
  ended: {
    sentence: 'The camera has ended the connection or fallen silent.',
    again: 'The server connects again.',
    fix: 'Check power and network of the camera, and that nobody has changed its settings.',
  },
};
