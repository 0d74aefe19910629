import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CameraLink } from './camera-link';

const camera = { name: 'Balcony', event_name: 'Gala', is_on: true, tally: null, message: null };
const room = {
  device_secret: 'device-1',
  livekit_token: 'token',
  talkback_token: 'talk',
  livekit_url: 'ws://127.0.0.1:7880',
  whip_path: '/whip/key',
  srt: null,
  rtmp: null,
};
const id = '019f2c5e-7a31-7c44-9d0e-5b1f6a2c8e90';
const invite = {
  event_name: 'Gala',
  organization_name: 'Acme',
  invited_by: 'Ada',
  label: 'Balcony',
  hands_over: false,
};
const message = { id, text: 'Closer', is_acknowledged: false };

const found = () => Response.json({ data: { type: 'opened_invite', attributes: invite } });
const joined = (changes: object = {}) =>
  Response.json({ data: { id, type: 'camera', attributes: Object.assign({}, camera, room, changes) } });
const told = (changes: object = {}) =>
  Response.json({ data: { id, type: 'camera_state', attributes: Object.assign({}, camera, changes) } });
const refused = (status: number, code: string, text: string) =>
  Response.json({ error: { code, message: text } }, { status });

const figures = { battery_percent: null, is_charging: null, network: null, bitrate_kbps: null };
const fetchMock = vi.fn<typeof fetch>();
const ownSecret = expect.stringMatching(/^[\w-]{43}$/);
let link: CameraLink;

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('fetch', fetchMock);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  link = new CameraLink('the-secret');
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

const sent = (call: number): object => JSON.parse(String(fetchMock.mock.calls[call]?.[1]?.body));

test('a device that comes first is told who invites, and joins when the person says so', async () => {
  fetchMock.mockResolvedValueOnce(found()).mockResolvedValueOnce(joined());
  await link.open();
  expect(link.state).toEqual({ status: 'invited', invite });
  expect(await link.join('Grace')).toBe(true);
  expect(link.state).toEqual({ status: 'joined', camera, usesApp: false });
  expect(sent(1)).toEqual({ camera: { secret: 'the-secret', device_secret: ownSecret, person: 'Grace' } });
});

test('a lost answer is asked for again as the same device, also after the page was loaded again', async () => {
  vi.useFakeTimers();
  fetchMock.mockRejectedValue(new TypeError('offline'));
  const joining = link.join('Grace');
  await vi.runAllTimersAsync();
  expect(await joining).toBe(false);
  expect(link.state).toMatchObject({ status: 'refused', canRetry: true });
  fetchMock.mockReset().mockResolvedValue(joined());
  const again = new CameraLink('the-secret');
  await again.open();
  expect(again.state.status).toBe('joined');
  expect(sent(0)).toEqual({ camera: { secret: 'the-secret', device_secret: ownSecret, person: 'Grace' } });
});

test('a device that is not let in asks anew the next time', async () => {
  fetchMock.mockResolvedValueOnce(refused(409, 'limit_reached', 'This invite is used up.'));
  expect(await link.join('Grace')).toBe(false);
  expect(link.isKnown).toBe(false);
});

test('a page that is loaded again is the same camera at once', async () => {
  fetchMock.mockImplementation(async () => joined());
  await link.join('Grace');
  const again = new CameraLink('the-secret');
  await again.open();
  expect(again.state.status).toBe('joined');
  expect(sent(1)).toEqual({ camera: { secret: 'the-secret', device_secret: 'device-1', person: 'Grace' } });
});

test('a browser that blocks storage remembers the device while its page is open, and says that this ends', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    removeItem: () => undefined,
  });
  fetchMock.mockImplementation(async () => joined());
  const blocked = new CameraLink('another-secret');
  await blocked.join('Grace');
  expect([blocked.isKnown, blocked.isLasting]).toEqual([true, false]);
  await blocked.fetchCredentials('again');
  expect(sent(1)).toMatchObject({ camera: { device_secret: 'device-1' } });
});

test('the room gets the first answer’s token, and a new one for each connection after that', async () => {
  fetchMock.mockResolvedValueOnce(joined()).mockResolvedValueOnce(joined({ livekit_token: 'newer' }));
  await link.join('Grace');
  expect(await link.fetchCredentials('first')).toEqual({ url: room.livekit_url, token: 'token' });
  expect(await link.fetchTalkbackCredentials('first')).toEqual({ url: room.livekit_url, token: 'talk' });
  expect(await link.fetchCredentials('again')).toEqual({ url: room.livekit_url, token: 'newer' });
});

describe('a camera', () => {
  beforeEach(async () => {
    fetchMock.mockResolvedValueOnce(joined());
    await link.join('Grace');
  });

  test('shows a tapped message as seen at once, and reports the tap until the server has it', async () => {
    fetchMock
      .mockResolvedValueOnce(told({ message }))
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(told({ message: Object.assign({}, message, { is_acknowledged: true }) }))
      .mockResolvedValueOnce(told());
    await link.report(figures);
    link.acknowledge(id);
    expect(link.state).toMatchObject({ camera: { message: { is_acknowledged: true } } });
    for (let count = 0; count < 3; count++) await link.report(figures);
    expect([2, 3, 4].map((call) => JSON.stringify(sent(call)).includes(id))).toEqual([true, true, false]);
  });

  test('is on air by a ring, and an answer from before it does not undo that', async () => {
    let answer: (response: Response) => void = () => undefined;
    fetchMock.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const reporting = link.report(figures);
    link.hear({ atMs: 1, program: [id], preview: [] });
    expect(link.state).toMatchObject({ camera: { tally: 'program' } });
    answer(told({ tally: 'off', name: 'Gallery' }));
    await reporting;
    expect(link.state).toMatchObject({ camera: { tally: 'program', name: 'Gallery' } });
    fetchMock.mockResolvedValueOnce(told({ tally: 'preview' }));
    await link.report(figures);
    expect(link.state).toMatchObject({ camera: { tally: 'preview' } });
    link.hear(null);
    link.hear({ atMs: 2, program: ['another'], preview: [] });
    expect(link.state).toMatchObject({ camera: { tally: 'off' } });
  });

  test('stays one while the server is away, and its room asks again', async () => {
    fetchMock.mockRejectedValue(new TypeError('offline'));
    await link.report(figures);
    await expect(link.fetchCredentials('again')).rejects.toThrow();
    expect(link.state.status).toBe('joined');
  });

  test('that is revoked is none any more, and the next visit asks anew', async () => {
    fetchMock.mockResolvedValueOnce(refused(410, 'gone', 'Revoked.'));
    await link.report(figures);
    expect(link.state).toEqual({ status: 'refused', message: 'Revoked.', canRetry: false });
    expect(link.isKnown).toBe(false);
  });

  test('that was handed over takes no other place of its invite when its rooms ask again', async () => {
    fetchMock.mockResolvedValueOnce(refused(410, 'gone', 'Handed over.')).mockResolvedValue(joined());
    await link.report(figures);
    expect(await link.fetchCredentials('again')).toBeNull();
    expect(await link.fetchTalkbackCredentials('again')).toBeNull();
    expect(link.state).toMatchObject({ status: 'refused', message: 'Handed over.' });
  });
});

test('a server that cannot be reached at first can be tried again', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('offline'));
  await link.open();
  expect(link.state).toEqual({ status: 'refused', message: 'The server cannot be reached.', canRetry: true });
});

describe('a phone that films', () => {
  beforeEach(async () => {
    fetchMock.mockResolvedValueOnce(joined());
    await link.join('Grace');
    fetchMock.mockClear();
  });

  test('tells the director a text once, however often a report is lost, and has seen the message by it', async () => {
    fetchMock.mockResolvedValueOnce(told({ message })).mockRejectedValueOnce(new TypeError('offline'));
    await link.report(figures);
    link.tell('Yes');
    expect(link.state).toMatchObject({ camera: { message: { is_acknowledged: true } } });
    await link.report(figures);
    expect(link.answer).toMatchObject({ text: 'Yes', isSent: false });
    fetchMock.mockImplementation(async () => told({ message: { ...message, is_acknowledged: true } }));
    await link.report(figures);
    expect(link.answer).toMatchObject({ isSent: true });
    await link.report(figures);
    const answer = { id: link.answer?.id, text: 'Yes' };
    expect(sent(1)).toMatchObject({ camera: { answer, acknowledged_message_id: id } });
    expect(sent(2)).toMatchObject({ camera: { answer, acknowledged_message_id: id } });
    expect(sent(3)).toEqual({ camera: { device_secret: expect.any(String), ...figures } });
  });

  test('stops after the report that is on its way, tells that until it is heard, and stays stopped', async () => {
    vi.useFakeTimers();
    let answerReport: (answer: Response) => void = () => undefined;
    fetchMock
      .mockImplementationOnce(() => new Promise((resolve) => (answerReport = resolve)))
      .mockRejectedValueOnce(new TypeError('offline'))
      .mockResolvedValueOnce(told());
    const reported = link.report(figures);
    const stopped = link.stop();
    expect(link.state).toEqual({ status: 'stopped' });
    expect(fetchMock).toHaveBeenCalledTimes(1);
    answerReport(told());
    await reported;
    await vi.advanceTimersByTimeAsync(10_000);
    await stopped;
    expect(sent(2)).toEqual({ camera: { device_secret: expect.any(String), has_stopped: true } });
    await link.report(figures);
    expect(fetchMock).toHaveBeenCalledTimes(3);
    const again = new CameraLink('the-secret');
    await again.open();
    expect(again.state).toEqual({ status: 'stopped' });
    fetchMock.mockResolvedValueOnce(joined());
    await again.begin();
    expect(again.state).toMatchObject({ status: 'joined' });
  });
});
