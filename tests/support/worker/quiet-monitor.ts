import type { Monitor } from '@/server/worker/monitor/monitor';

/** For a room output alone, without a camera to be watched. */
export const quietMonitor: Pick<Monitor, 'frameDropped' | 'frameBridged' | 'accessUnitSent' | 'addLowLayerFrame'> = {
  frameDropped: () => undefined,
  frameBridged: () => undefined,
  accessUnitSent: () => undefined,
  addLowLayerFrame: () => undefined,
};
