import type { Finding } from '@/lib/contracts/streams';
import type { SrtRefusal } from '../srt-router/srt-refusal';
import type { EncoderRefusal } from './facts';
import { larixConnection, vmixOutput } from './places';
import { type Rule, rule } from './rule';

const enterAddress: Finding['settings'] = {
  obs: 'Settings → Stream → Service: Custom…, Server: the ingest address, Stream Key: empty',
  larix: `${larixConnection} → URL and streamid as under connection details`,
  vmix: `${vmixOutput} → SRT, Type: Caller, Hostname, Port and Stream ID as under connection details`,
  ffmpeg: '-f mpegts "the ingest address"',
};

const enterPassphrase: Finding['settings'] = {
  obs: 'Settings → Stream → Server: the ingest address, which ends in &passphrase=…&pbkeylen=16',
  larix: `${larixConnection} → passphrase as under connection details, pbkeylen: 16`,
  vmix: `${vmixOutput} → Passphrase as under connection details`,
  ffmpeg: '&passphrase=…&pbkeylen=16 at the end of the srt:// address',
};

const removePassphrase: Finding['settings'] = {
  obs: 'Settings → Stream → Server: the ingest address, without &passphrase=…',
  larix: `${larixConnection} → passphrase: empty`,
  vmix: `${vmixOutput} → Passphrase: empty`,
  ffmpeg: 'no &passphrase=… in the srt:// address',
};

const copyAddress = 'Copy the ingest address under connection details again, and enter it in the encoder.';

type RefusalEntry = Pick<Rule, 'code' | 'severity'> & { sentence: string; fix: string; settings: Finding['settings'] };

/** A refusal is a fact at once; how long it stays one is for who remembers it. */
const refusalRule = (refusal: EncoderRefusal, { code, severity, sentence, fix, settings }: RefusalEntry): Rule =>
  rule({
    code,
    severity,
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: (facts) => (facts.refusal === refusal ? {} : null),
    sentence: () => sentence,
    fix: () => fix,
    settings: () => settings,
  });

/** Encoders that are not let in. Most of them hide the reason that SRT gives them. */
export const refusalRules: Record<EncoderRefusal, Rule> = {
  off: refusalRule('off', {
    code: 'refused_while_off',
    severity: 'warning',
    settings: null,
    sentence: 'An encoder tries to connect, but the stream is off.',
    fix: 'Switch the stream on; the encoder comes in when it tries again.',
  }),
  old_key: refusalRule('old_key', {
    code: 'wrong_key',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder tries to connect with the former key of this stream, and is refused.',
    fix: copyAddress,
  }),
  mistyped_key: refusalRule('mistyped_key', {
    code: 'mistyped_key',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder tries to connect with a key that begins like the one of this stream, and is refused.',
    fix: 'The key was cut short or mistyped. Copy the ingest address under connection details again, as a whole.',
  }),
  wrong_passphrase: refusalRule('wrong_passphrase', {
    code: 'wrong_passphrase',
    severity: 'critical',
    settings: enterPassphrase,
    sentence: 'An encoder tries to connect with a wrong passphrase, and is refused.',
    fix: copyAddress,
  }),
  no_passphrase: refusalRule('no_passphrase', {
    code: 'no_passphrase',
    severity: 'critical',
    settings: enterPassphrase,
    sentence: 'An encoder tries to connect without the passphrase of this stream, and is refused.',
    fix: copyAddress,
  }),
  unexpected_passphrase: refusalRule('unexpected_passphrase', {
    code: 'unexpected_passphrase',
    severity: 'critical',
    settings: removePassphrase,
    sentence: 'An encoder tries to connect with a passphrase, but this stream has none, and it is refused.',
    fix: 'Take the passphrase out of the encoder, or set the same one for the stream under connection details.',
  }),
};

/** Whether it is the stream's owner who can mend it. */
export const isEncoderRefusal = (refusal: SrtRefusal): refusal is EncoderRefusal => refusal in refusalRules;

/** Nobody comes, and nobody was refused. */
export const noEncoderRule: Rule = rule({
  code: 'no_encoder',
  severity: 'warning',
  appearsAfterMs: 20_000,
  goesAfterMs: 0,
  find: ({ isReady, isConnected, refusal }) => (isReady && !isConnected && refusal === null ? {} : null),
  sentence: () => 'The stream is on, but no encoder is connected.',
  fix: () =>
    'Start the encoder with the ingest address, and see that its network lets UDP out to the port in that address.',
  settings: () => enterAddress,
});
