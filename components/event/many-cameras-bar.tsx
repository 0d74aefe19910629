'use client';

import { LayoutGrid, List } from 'lucide-react';
import type { ComponentProps } from 'react';
import { SegmentedControl } from '@/components/controls/segmented-control';
import { CameraFilter } from '@/components/stream/camera-filter';

export type CamerasView = 'cards' | 'list';

interface ManyCamerasBarProps extends Pick<ComponentProps<typeof CameraFilter>, 'filter'> {
  view: CamerasView;
  onView: (view: CamerasView) => void;
}

const views = [
  { value: 'cards', text: 'Cards', Icon: LayoutGrid },
  { value: 'list', text: 'List', Icon: List },
] as const;

/** Searches and narrows an event's many cameras, and shows them as cards or as a list. */
export const ManyCamerasBar = ({ filter, view, onView }: ManyCamerasBarProps) => (
  <>
    <CameraFilter filter={filter} />
    <div className="sm:ml-auto">
      <SegmentedControl
        legend="View"
        name="view"
        value={view}
        onChange={(value) => onView(value === 'list' ? 'list' : 'cards')}
        options={views}
      />
    </div>
  </>
);
