import { expect, test } from 'vitest';
import { rtmpKeys } from './rtmp-keys';

const key = 'abcdefghijklmnopqrstuvwxyz_-0123';

test.each([
  ['OBS', key, 'live', 'rtmp://host:1935/live'],
  ['a space at the end', `${key} `, 'live', 'rtmp://host/live'],
  ['a query', `${key}?token=1`, 'live', 'rtmp://host/live'],
  ['slashes', `/${key}/`, 'live/', 'rtmp://host/live/'],
  ['the key in the application', '', `live/${key}`, `rtmp://host/live/${key}`],
  ['the key alone as the application', '', key, `rtmp://host/${key}`],
  ['a named query', '', `live?key=${key}`, `rtmp://host/live?key=${key}`],
  ['the address alone', 'stream', 'live', `rtmp://host/live/${key}`],
])('finds the key: %s', (_, name, app, tcUrl) => {
  expect(rtmpKeys(name, app, tcUrl)?.keys).toContain(key);
});

test('finds none where there is none', () => {
  expect(rtmpKeys('', 'live', 'rtmp://host/live')).toBeNull();
});
