import { expect, test } from 'vitest';
import { addresses, type EndpointName } from './addresses';
import { declarations } from './declarations';
import { takesIdempotencyKey } from './declare';

/** The calls by POST without an Idempotency-Key, and why repeating one does no harm. */
const repeatable: Partial<Record<EndpointName, string>> = {
  signUp: 'the account is there: the person signs in',
  acceptInvitation: 'the account is there: the person signs in',
  joinOrganization: 'the person is a member already',
  joinAsCamera: 'the device secret says that it is the same camera',
  handOverCamera: 'the last answer has the code that holds',
  logIn: 'another session',
  logOut: 'the session has ended',
  openSsoSession: 'another session',
  switchOrganization: 'another session, in place of the one before',
  requestPasswordReset: 'another mail, and the link before ends',
  leaveOrganization: 'the person has left',
  deleteOrganization: 'it is gone',
  findInvitation: 'reads',
  findCameraInvite: 'reads',
  openShareLink: 'reads',
  createGuestComment: 'a second comment of the same words, which a member sees and deletes',
  openReport: 'reads',
  startStream: 'it is on already',
  stopStream: 'it is off already',
  startRecording: 'it records already',
  startEventRecording: 'it records already',
  rotateKey: 'the last answer has the key that holds',
  rotateViewKey: 'the last answer has the key that holds',
  rotateWebhookSecret: 'the last answer has the secret that holds',
  takeSpare: 'it is shown already',
  commandPtz: 'moves a camera while it is repeated',
  makeRecordingDownload: 'another address of the same file',
  makeExportDownload: 'another address of the same file',
  acknowledgeAlarm: 'it is acknowledged already',
  acknowledgeIncident: 'it is acknowledged already',
  openTalkback: 'another token for the same room',
  notifyBilling: 'Stripe repeats its calls, and each has an id',
  createProbe: 'another room token',
  testPush: 'another test',
};

test('each call by POST takes an Idempotency-Key, or can be repeated without one', () => {
  const posts = Object.values(declarations).filter(({ name }) => addresses[name].startsWith('POST '));
  const without = posts.filter((declaration) => !takesIdempotencyKey(declaration)).map(({ name }) => name);
  expect(without.sort()).toEqual(Object.keys(repeatable).sort());
});
