'use client';

import { SearchField } from '@/components/controls/search-field';
import { SegmentedControl } from '@/components/controls/segmented-control';
import type { CameraKind, useCameraFilter } from './use-camera-filter';

interface CameraFilterProps {
  filter: ReturnType<typeof useCameraFilter>;
  /** False in a dialog: the search's key types there. */
  hasKey?: boolean;
}

/** The controls of a list of many cameras. */
export function CameraFilter({ filter, hasKey = true }: CameraFilterProps) {
  const { search, setSearch, kind, setKind, choices } = filter;
  return (
    <>
      <SegmentedControl
        legend="Show"
        name="show-cameras"
        value={kind}
        onChange={(value) => setKind(value as CameraKind)}
        options={choices}
      />
      <SearchField label="Search cameras" value={search} onSearch={setSearch} hasKey={hasKey} />
    </>
  );
}

/** Says that a filter finds no camera. */
export const NoneFound = () => <p className="py-10 text-center text-muted">No camera here matches.</p>;
