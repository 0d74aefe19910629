import { refreshIntervalMs } from './use-cable';

/** For a query's `refetchInterval`: a page that could not load it tries again every 5 s. */
export const reloadAfterError = ({ state }: { state: { status: string } }): number | false =>
  state.status === 'error' ? refreshIntervalMs : false;
