import { useMemo } from 'react';
import type { MultiviewState } from '../multiview-state';
import { type Size, tileAspects } from './arrange-tiles';
import { layOut, type Wall, withFilmstrip, withFullTile, withOffRow } from './lay-out';

interface WallRequest {
  multiview: Pick<MultiviewState, 'layout' | 'showsFilmstrip' | 'overlaysLabels'>;
  /** The streams' ids in display order. */
  ids: readonly string[];
  /** Those of cameras that are off. */
  offIds: ReadonlySet<string>;
  /** The tile that fills the page; null for none. */
  fullId: string | null;
  screen: Size;
}

interface Walls {
  /** Without a full tile: arrow keys go by it, whatever fills the page. */
  whole: Wall;
  shown: Wall;
}

/** Where the tiles of a multiview are. */
export function useWall({ multiview, ids, offIds, fullId, screen: size }: WallRequest): Walls {
  const { layout, showsFilmstrip, overlaysLabels } = multiview;
  const count = ids.length;
  const screen = useMemo(
    () => ({ ...size, tileAspect: overlaysLabels ? tileAspects.overlay : tileAspects.gutter }),
    [size, overlaysLabels],
  );
  // One text, so that the wall is laid out again only when a camera is switched.
  const off = layout === 'auto' ? ids.map((id) => (offIds.has(id) ? '0' : '1')).join('') : '';
  const whole = useMemo(
    () =>
      off
        ? withOffRow(
            Array.from(off, (bit) => bit === '0'),
            { layout, screen },
          )
        : layOut({ layout, count, screen }),
    [layout, count, screen, off],
  );
  const position = fullId === null ? -1 : ids.indexOf(fullId);
  const shown = useMemo(() => {
    if (position < 0) return whole;
    return showsFilmstrip ? withFilmstrip(position, { count, screen }) : withFullTile(whole, position, screen);
  }, [whole, position, showsFilmstrip, count, screen]);
  return { whole, shown };
}
