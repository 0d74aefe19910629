import type { StateTone } from '@/components/stream/stream-words';

export type Level = 'healthy' | 'warning' | 'critical';

/** Spec, section 9. */
export const droppedFramesLevel = (droppedFrames: number): Level => (droppedFrames > 100 ? 'warning' : 'healthy');

/** Spec, section 9. */
export const reconnectLevel = (reconnectCount: number): Level => (reconnectCount > 5 ? 'critical' : 'healthy');

/** The color of a quality score from 0 to 100: green above 80, yellow above 60, otherwise red (spec, section 9). */
export const qualityTone = (score: number): StateTone => (score > 80 ? 'live' : score > 60 ? 'pending' : 'failed');
