import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** The host that this page was loaded from; empty while it is rendered on the server. */
export const useHostname = (): string =>
  useSyncExternalStore(
    never,
    () => location.hostname,
    () => '',
  );
