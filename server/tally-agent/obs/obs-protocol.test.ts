import { expect, test } from 'vitest';
import { answerToChallenge, obsMessageSchema } from './obs-protocol';
import { addressOf, obsTally } from './obs-tally';

test('answerToChallenge gives what the protocol’s own example gives', () => {
  const challenge = '+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=';
  const salt = 'lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=';
  const answer = answerToChallenge('supersecretpassword', { challenge, salt });
  expect(answer).toBe('1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4=');
});

test.each([
  { op: 0, d: { obsWebSocketVersion: '5.1.0', rpcVersion: 1 } },
  { op: 0, d: { obsWebSocketVersion: '5.1.0', rpcVersion: 1, authentication: { challenge: 'c', salt: 's' } } },
  { op: 2, d: { negotiatedRpcVersion: 1 } },
  { op: 5, d: { eventType: 'StudioModeStateChanged', eventIntent: 1, eventData: { studioModeEnabled: true } } },
  {
    op: 7,
    d: { requestType: 'GetSceneList', requestId: '1', requestStatus: { result: true, code: 100 }, responseData: {} },
  },
])('a message of OBS is understood: %o', (message) => expect(obsMessageSchema.safeParse(message).success).toBe(true));

const item = (sourceName: string, sceneItemEnabled = true) => ({ sourceName, sceneItemEnabled, isGroup: null });
const state = {
  scenes: ['Wide', 'Talk', 'Nested', 'Loop'],
  inputs: new Map([
    ['Cam 1', 'srt://a'],
    ['Cam 2', undefined],
    ['Logo', undefined],
    ['Cam 3', undefined],
  ] as const),
  itemsByScene: new Map([
    ['Wide', [item('Cam 1'), item('Cam 2', false)]],
    ['Talk', [item('Nested'), item('Corner')]],
    ['Nested', [item('Cam 2')]],
    ['Corner', [item('Logo'), item('Cam 3', false)]],
    ['Loop', [item('Loop'), item('Cam 3')]],
  ]),
};
const namesOn = (bus: 'program' | 'preview', programScenes: string[], previewScene: string | null) =>
  obsTally({ ...state, programScenes, previewScene })
    .filter((input) => input[bus])
    .map(({ name }) => name);

test('a camera is on air by a scene within a scene and by a group, unless it is hidden there', () => {
  expect(namesOn('program', ['Talk'], null)).toEqual(['Cam 2', 'Logo', 'Talk', 'Nested']);
  expect(namesOn('program', ['Wide'], 'Talk')).toEqual(['Cam 1', 'Wide']);
  expect(namesOn('preview', ['Wide'], 'Talk')).toEqual(['Cam 2', 'Logo', 'Talk', 'Nested']);
  expect(namesOn('preview', ['Wide'], null)).toEqual([]);
});

test('while two scenes are mixed, what either shows is on air', () => {
  expect(namesOn('program', ['Wide', 'Talk'], 'Talk')).toEqual(['Cam 1', 'Cam 2', 'Logo', 'Wide', 'Talk', 'Nested']);
});

test('a scene that contains itself ends', () => expect(namesOn('program', ['Loop'], null)).toEqual(['Cam 3', 'Loop']));

test('addressOf finds where a source plays from', () => {
  expect(addressOf({ is_local_file: false, input: 'srt://host:20001?streamid=key', local_file: '' })).toBe(
    'srt://host:20001?streamid=key',
  );
  expect(addressOf({ color: 1 })).toBeUndefined();
});
