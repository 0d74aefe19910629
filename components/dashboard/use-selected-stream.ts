import { useSearchParams } from 'next/navigation';

const parameter = 'stream';

/** The stream that the address names, so that Back closes it and a link opens it. @returns its id, and a function that changes it */
export function useSelectedStream(): [streamId: string | null, select: (streamId: string | null) => void] {
  const selected = useSearchParams().get(parameter);
  return [selected, select];
}

function select(streamId: string | null): void {
  const { pathname } = window.location;
  window.history.pushState(null, '', streamId ? `${pathname}?${parameter}=${streamId}` : pathname);
}
