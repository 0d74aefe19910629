'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { isOfKind, manyCameras } from '@/components/stream/camera-kinds';
import { StreamCard } from '@/components/stream/stream-card';
import { useCameraFilter } from '@/components/stream/use-camera-filter';
import { digitOf, isShortcut } from '@/lib/browser/page/pressed-key';
import { useKeyDown } from '@/lib/browser/page/use-key-down';
import type { StreamJson } from '@/lib/contracts/streams';
import { cardOrders } from './card-orders';
import { cardGridClass } from './event-skeleton';
import type { CamerasView } from './many-cameras-bar';

interface EventCamerasProps {
  eventId: string;
  streams: StreamJson[];
  /** Makes the tile that adds a camera; null where nobody may. */
  addTile: ((place: { isRow: boolean; order: number }) => ReactNode) | null;
}

/**
 * The cameras of an event, as cards. Where they are many they can be searched, narrowed and shown as a list, and those that
 * are off are small.
 */
export function EventCameras({ eventId, streams, addTile }: EventCamerasProps) {
  const filter = useCameraFilter(streams);
  const [view, setView] = useState(readView);
  const gridRef = useRef<HTMLDivElement>(null);
  const isMany = streams.length >= manyCameras;
  const isList = isMany && view === 'list';
  const columns = useColumns(gridRef, isList);
  const cameras = isMany ? filter.found : streams;
  const isSmall = cameras.map((stream) => isMany && !isList && isOfKind.off(stream));
  const orders = cardOrders(isSmall, columns);
  const smallCount = isSmall.filter(Boolean).length;
  useCameraKeys(eventId, streams);

  return (
    <div className="grid gap-4">
      {isMany ? (
        <div className="flex min-h-10.5 flex-wrap items-center gap-2">
          <ManyCamerasBar
            filter={filter}
            view={view}
            onView={(chosen) => {
              setView(chosen);
              writeView(chosen);
            }}
          />
        </div>
      ) : null}
      <div ref={gridRef} className={isList ? 'grid gap-2' : cardGridClass}>
        {cameras.map((stream, index) => (
          <StreamCard
            key={stream.id}
            stream={stream}
            form={isList ? 'row' : isSmall[index] ? 'small' : 'card'}
            {...(isList ? {} : orders.cards[index])}
          />
        ))}
        {addTile && !(isMany && filter.isNarrowed) ? addTile({ isRow: isList, order: orders.addTile }) : null}
        {smallCount > 0 ? (
          <h2 style={{ order: orders.heading }} className="col-span-full mt-2 font-semibold text-sm">
            Off <span className="font-normal text-muted">{smallCount}</span>
          </h2>
        ) : null}
      </div>
      {cameras.length === 0 && streams.length > 0 ? <NoneFound /> : null}
    </div>
  );
}

// Few events have so many cameras.
const ManyCamerasBar = dynamic(() => import('./many-cameras-bar').then((loaded) => loaded.ManyCamerasBar), {
  ssr: false,
});
const NoneFound = dynamic(() => import('@/components/stream/camera-filter').then((loaded) => loaded.NoneFound), {
  ssr: false,
});

const viewKey = 'sightline-event-view';

/** How this browser shows many cameras. */
function readView(): CamerasView {
  try {
    return localStorage.getItem(viewKey) === 'list' ? 'list' : 'cards';
  } catch {
    // Storage is forbidden: as at first.
    return 'cards';
  }
}

function writeView(view: CamerasView): void {
  try {
    localStorage.setItem(viewKey, view);
  } catch {
    // Storage is forbidden: the choice holds on this page.
  }
}

/** How many columns a grid has at its present width. @param isList the grid is another one */
function useColumns(ref: RefObject<HTMLElement | null>, isList: boolean): number {
  const [columns, setColumns] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list has one column, whatever its width
  useLayoutEffect(() => {
    const grid = ref.current;
    if (!grid) return;
    const count = () => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    count();
    const observer = new ResizeObserver(count);
    observer.observe(grid);
    return () => observer.disconnect();
  }, [ref, isList]);
  return columns;
}

/** The keys 1 to 9 show the camera with that number full size, on the multiview. */
function useCameraKeys(eventId: string, streams: StreamJson[]): void {
  const router = useRouter();
  useKeyDown((event) => {
    const digit = isShortcut(event) && !event.shiftKey ? digitOf(event) : null;
    if (digit === null || !streams.some(({ attributes }) => attributes.number === digit)) return;
    router.push(`/events/${eventId}/multiview?solo=${digit}`);
  });
}
