import { loadPersistently } from '@/lib/client/load-persistently';

/** Fetches the component that draws pictures, which brings LiveKit's client with it. */
export const loadVideo = () => loadPersistently(() => import('./preview-video'));
