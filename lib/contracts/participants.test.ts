import { expect, test } from 'vitest';
import { identityOf, type Participant, participantOf, participants } from './participants';

const [id, other] = ['019f2c5e-7a31-7c44-9d0e-5b1f6a2c8e90', '019f2c5e-7a31-7c44-9d0e-5b1f6a2c8e91'];

const known: [made: string, identity: string, participant: Participant][] = [
  [identityOf('camera', { streamId: id }), `camera-${id}`, { kind: 'camera', streamId: id }],
  [identityOf('phone', { streamId: id }), `phone-${id}`, { kind: 'phone', streamId: id }],
  [identityOf('receiver', { streamId: id }), `receiver-${id}`, { kind: 'receiver', streamId: id }],
  [
    identityOf('viewer', { credentialId: id, pageId: other }),
    `viewer-${id}-${other}`,
    { kind: 'viewer', credentialId: id, pageId: other },
  ],
  [
    identityOf('director', { credentialId: id, pageId: other }),
    `director-${id}-${other}`,
    { kind: 'director', credentialId: id, pageId: other },
  ],
  [identityOf('crew', { streamId: id }), `crew-${id}`, { kind: 'crew', streamId: id }],
  [identityOf('shareViewer', { viewerId: id }), `share-viewer-${id}`, { kind: 'shareViewer', viewerId: id }],
  [identityOf('probe', {}), 'probe', { kind: 'probe' }],
  [identityOf('probeSource', {}), 'probe-source', { kind: 'probeSource' }],
];

test('each kind is tested', () => {
  expect(known.map(([, , { kind }]) => kind).sort()).toEqual(Object.keys(participants).sort());
});

test.each(known)('%s, both ways', (made, identity, participant) => {
  expect(made).toBe(identity);
  expect(participantOf(identity)).toEqual(participant);
});

test.each(['EG_x', '', 'camera', 'camera-', `viewer-${id}`, `xviewer-${id}-${other}`, `xcamera-${id}`, 'probe-1'])(
  '“%s” is none of ours',
  (identity) => {
    expect(participantOf(identity)).toBeNull();
  },
);

test('an identity of a known kind does not escape by a strange id', () => {
  expect(participantOf('camera-1')).toEqual({ kind: 'camera', streamId: '1' });
  expect(participantOf('share-viewer-me')).toEqual({ kind: 'shareViewer', viewerId: 'me' });
});

test('a phone publishes camera and microphone alone, and receives nothing', () => {
  expect(participants.phone.grants).toEqual({
    roomJoin: true,
    canPublish: true,
    canPublishSources: ['camera', 'microphone'],
    canSubscribe: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
});

test.each(['director', 'crew'] as const)('a %s of the talkback publishes a microphone alone', (kind) => {
  expect(participants[kind].grants).toEqual({
    roomJoin: true,
    canPublish: true,
    canPublishSources: ['microphone'],
    canSubscribe: true,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
});

test('a page that tries the way of media sends a picture alone', () => {
  expect(participants.probeSource.grants).toEqual({
    roomJoin: true,
    canPublish: true,
    canPublishSources: ['camera'],
    canSubscribe: false,
    canPublishData: false,
    canUpdateOwnMetadata: false,
  });
});

test('a phone’s worker is hidden', () => {
  expect(participants.receiver.grants).toMatchObject({ hidden: true });
});

test('a camera publishes and sees nobody; everybody else watches alone', () => {
  const { camera, phone: _, director: __, crew: ___, probeSource: ____, ...others } = participants;
  expect(camera.grants).toEqual({ roomJoin: true, canPublish: true, canSubscribe: false });
  for (const { grants } of Object.values(others)) {
    expect(grants).toMatchObject({ canSubscribe: true, canPublish: false, canPublishData: false });
  }
});
