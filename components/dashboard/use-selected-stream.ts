import { useSearchParams } from 'next/navigation';

const parameter = 'stream';

/** The selected stream, kept in the page's address so that Back closes it and links open it. @returns its id, and a setter */
export function useSelectedStream(): [streamId: string | null, select: (streamId: string | null) => void] {
  const selected = useSearchParams().get(parameter);
  return [selected, select];
}

function select(streamId: string | null): void {
  const { pathname } = window.location;
  window.history.pushState(null, '', streamId ? `${pathname}?${parameter}=${streamId}` : pathname);
}
