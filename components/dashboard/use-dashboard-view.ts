import { useSearchParams } from 'next/navigation';
import { type ShownKind, shownKinds } from './list/arrange-streams';

/** The dashboard's view. The page's address keeps it, so that Back, a reload and links restore it. */
export interface DashboardView {
  /** The stream whose panel is open. */
  selectedId: string | null;
  kind: ShownKind;
  isGrouped: boolean;
}

/** The present view. Its setters are below: they need no render. */
export function useDashboardView(): DashboardView {
  const parameters = useSearchParams();
  return {
    selectedId: parameters.get('stream'),
    kind: shownKinds.find((kind) => kind === parameters.get('show')) ?? 'all',
    isGrouped: parameters.get('group') === 'event',
  };
}

/** Opens a stream's panel, so that Back closes it; null closes it. */
export const selectStream = (streamId: string | null): void =>
  window.history.pushState(null, '', addressWith('stream', streamId));

/** Closes the panel of a stream that is gone. */
export const dropSelection = (): void => window.history.replaceState(null, '', addressWith('stream', null));

export const showKind = (kind: ShownKind): void =>
  window.history.replaceState(null, '', addressWith('show', kind === 'all' ? null : kind));

export const groupStreams = (isGrouped: boolean): void =>
  window.history.replaceState(null, '', addressWith('group', isGrouped ? 'event' : null));

function addressWith(parameter: string, value: string | null): string {
  const { pathname, search } = window.location;
  const parameters = new URLSearchParams(search);
  if (value === null) parameters.delete(parameter);
  else parameters.set(parameter, value);
  const query = parameters.toString();
  return query ? `${pathname}?${query}` : pathname;
}
