import { describe, expect, test } from 'vitest';
import {
  confirmFrame,
  type DisconnectReason,
  disconnectFrame,
  messageFrame,
  parseCommand,
  parseIdentifier,
  pingFrame,
  reconnectByReason,
  rejectFrame,
} from './protocol';

describe('frames', () => {
  const odd = '{ "channel":"Strea\\u006dsChannel",  "é": "\\"" }';

  test.each([
    [confirmFrame(odd), { identifier: odd, type: 'confirm_subscription' }],
    [rejectFrame(odd), { identifier: odd, type: 'reject_subscription' }],
    [messageFrame(odd, '{"type":"error"}'), { identifier: odd, message: { type: 'error' } }],
    [pingFrame(1_700_000_000), { type: 'ping', message: 1_700_000_000 }],
  ])('%s', (frame, parsed) => {
    expect(JSON.parse(frame)).toEqual(parsed);
  });

  test('every disconnect says whether to reconnect', () => {
    for (const [reason, reconnect] of Object.entries(reconnectByReason)) {
      expect(JSON.parse(disconnectFrame(reason as DisconnectReason))).toEqual({
        type: 'disconnect',
        reason,
        reconnect,
      });
    }
  });
});

describe('commands', () => {
  test.each([
    ['{"command":"subscribe","identifier":"x"}', { command: 'subscribe', identifier: 'x' }],
    ['{"command":"message","identifier":"x","data":"{}"}', { command: 'message', identifier: 'x' }],
    ['{"command":"dance","identifier":""}', { command: 'dance', identifier: '' }],
    ['{"command":"subscribe"}', null],
    ['{"command":"subscribe","identifier":{}}', null],
    ['null', null],
    ['{', null],
    ['', null],
  ])('%s', (text, command) => {
    expect(parseCommand(text)).toEqual(command);
  });

  test.each([
    ['{"channel":"StreamsChannel"}', { channel: 'StreamsChannel' }],
    ['{"stream_id":5,"channel":"X"}', { channel: 'X', stream_id: 5 }],
    ['{"channel":5}', null],
    ['"StreamsChannel"', null],
    [`{"channel":"${'x'.repeat(1_024)}"}`, null],
  ])('identifier %s', (identifier, params) => {
    expect(parseIdentifier(identifier)).toEqual(params);
  });
});
