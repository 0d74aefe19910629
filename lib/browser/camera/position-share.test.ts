import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PositionShare, positionIntervalMs } from './position-share';

type Tell = (position: { coords: { latitude: number; longitude: number; accuracy: number } }) => void;
type Refuse = (error: { code: number; PERMISSION_DENIED: number }) => void;

let tell: Tell;
let refuse: Refuse;
const clearWatch = vi.fn();
const watchPosition = vi.fn((onPosition: Tell, onError: Refuse) => {
  tell = onPosition;
  refuse = onError;
  return 7;
});

beforeEach(() => vi.stubGlobal('navigator', { geolocation: { watchPosition, clearWatch } }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const coords = { latitude: 47.37, longitude: 8.54, accuracy: 12 };
const position = { latitude: 47.37, longitude: 8.54, accuracy_m: 12 };

test('every report says that nothing is shared, and the browser is asked for nothing, until somebody presses', () => {
  const share = new PositionShare();
  expect(share.due(0)).toBeNull();
  expect(share.due(60_000)).toBeNull();
  expect(watchPosition).not.toHaveBeenCalled();
});

test('a shared position is reported at once, then every five seconds, and deleted when it is no longer shared', () => {
  const share = new PositionShare();
  share.due(0);
  share.start();
  expect([share.state, share.due(500)]).toEqual(['asking', null]);
  tell({ coords });
  expect(share.state).toBe('on');
  expect(share.due(1_000)).toEqual(position);
  expect(share.due(2_000)).toBeUndefined();
  tell({ coords: Object.assign({}, coords, { accuracy: 5 }) });
  expect(share.due(1_000 + positionIntervalMs)).toEqual(Object.assign({}, position, { accuracy_m: 5 }));
  share.stop();
  expect(share.state).toBe('off');
  expect([share.due(6_100), share.due(7_100)]).toEqual([null, null]);
  expect(clearWatch).toHaveBeenCalledExactlyOnceWith(7);
});

test('a refusal ends it; a position that does not come yet does not', () => {
  const share = new PositionShare();
  share.start();
  refuse({ code: 3, PERMISSION_DENIED: 1 });
  expect(share.state).toBe('asking');
  refuse({ code: 1, PERMISSION_DENIED: 1 });
  expect(share.state).toBe('denied');
  share.start();
  expect(share.state).toBe('asking');
});
