import { useMemo } from 'react';
import type { MultiviewState } from '../multiview-state';
import type { Size } from './arrange-tiles';
import { layOut, type Wall, withFilmstrip, withFullTile } from './lay-out';

interface WallRequest {
  multiview: Pick<MultiviewState, 'layout' | 'showsFilmstrip'>;
  /** The streams' ids in display order. */
  ids: readonly string[];
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
export function useWall({ multiview, ids, fullId, screen }: WallRequest): Walls {
  const { layout, showsFilmstrip } = multiview;
  const count = ids.length;
  const whole = useMemo(() => layOut({ layout, count, screen }), [layout, count, screen]);
  const position = fullId === null ? -1 : ids.indexOf(fullId);
  const shown = useMemo(() => {
    if (position < 0) return whole;
    return showsFilmstrip ? withFilmstrip(position, { count, screen }) : withFullTile(whole, position, screen);
  }, [whole, position, showsFilmstrip, count, screen]);
  return { whole, shown };
}
