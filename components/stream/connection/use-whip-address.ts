import { useSyncExternalStore } from 'react';
import { isLoopbackHost, useHostChoice } from './use-srt-host';

const neverChanges = () => () => undefined;

/** The address at which this web server takes a camera by WHIP. @param streamKey publishes */
export function useWhipAddress(streamKey: string): string {
  const { lanAddresses, chosen } = useHostChoice();
  const origin = useSyncExternalStore(
    neverChanges,
    () => location.origin,
    // The server cannot know the origin that the page is loaded from.
    () => '',
  );
  return `${originFor(origin, chosen !== null && lanAddresses.includes(chosen) ? chosen : null)}/whip/${streamKey}`;
}

/** @param lanAddress that a page opened on localhost has chosen for its cameras */
function originFor(origin: string, lanAddress: string | null): string {
  if (!URL.canParse(origin) || lanAddress === null) return origin;
  const { protocol, hostname, port } = new URL(origin);
  return isLoopbackHost(hostname) ? `${protocol}//${lanAddress}${port === '' ? '' : `:${port}`}` : origin;
}
