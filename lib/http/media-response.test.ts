import { expect, test, vi } from 'vitest';
import { mediaLengthHeader, mediaResponse } from './media-response';

test('a request that ends before its body is read closes what was opened for it', async () => {
  const leaving = new AbortController();
  const request = new Request('http://127.0.0.1/', { signal: leaving.signal });
  let isOpen = false;
  async function* read() {
    isOpen = true;
    try {
      for (;;) yield Buffer.alloc(1024 * 1024);
    } finally {
      isOpen = false;
    }
  }
  mediaResponse(request, { sizeBytes: 1e12, read }, {});
  // The first bytes are read ahead.
  await vi.waitUntil(() => isOpen);
  leaving.abort();
  await vi.waitUntil(() => !isOpen);
  expect(isOpen).toBe(false);
});

test('a request for the head opens nothing', () => {
  const read = vi.fn();
  const head = new Request('http://127.0.0.1/', { method: 'HEAD', headers: { range: 'bytes=1-' } });
  const { status, headers, body } = mediaResponse(head, { sizeBytes: 16, read }, {});
  expect([status, headers.get(mediaLengthHeader), body]).toEqual([200, '16', null]);
  expect(read).not.toHaveBeenCalled();
});

test('media that end early break off', async () => {
  async function* read() {
    yield Buffer.alloc(10);
  }
  const whole = mediaResponse(new Request('http://127.0.0.1/'), { sizeBytes: 10, read }, {});
  expect((await whole.arrayBuffer()).byteLength).toBe(10);
  const short = mediaResponse(new Request('http://127.0.0.1/'), { sizeBytes: 16, read }, {});
  await expect(short.arrayBuffer()).rejects.toThrow('6 bytes before');
});
