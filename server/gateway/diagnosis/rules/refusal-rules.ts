import type { Finding } from '@/lib/contracts/streams';
import type { EncoderRefusal } from '../../refusals/encoder-refusal';
import { larixConnection, lowerBitrate, type Rule, rule, vmixOutput } from './rule';

const enterAddress: Finding['settings'] = {
  obs: 'Settings → Stream → Service: Custom…, Server: the ingest address; leave Stream Key empty',
  larix: `${larixConnection} → URL and streamid as in the connection details`,
  vmix: `${vmixOutput} → SRT, Type: Caller, Hostname, Port and Stream ID as in the connection details`,
  ffmpeg: '-f mpegts "the ingest address"',
};

const enterPassphrase: Finding['settings'] = {
  obs: 'Settings → Stream → Server: the ingest address, which ends in &passphrase=…&pbkeylen=16',
  larix: `${larixConnection} → passphrase as in the connection details, pbkeylen: 16`,
  vmix: `${vmixOutput} → Passphrase as in the connection details`,
  ffmpeg: '&passphrase=…&pbkeylen=16 at the end of the srt:// address',
};

const removePassphrase: Finding['settings'] = {
  obs: 'Settings → Stream → Server: the ingest address, without &passphrase=…',
  larix: `${larixConnection} → passphrase: empty`,
  vmix: `${vmixOutput} → Passphrase: empty`,
  ffmpeg: 'no &passphrase=… in the srt:// address',
};

const copyAddress = 'Copy the ingest address from the connection details again and enter it in the encoder.';

type RefusalEntry = Pick<Rule, 'code' | 'severity'> & { sentence: string; fix: string; settings: Finding['settings'] };

/** Appears and goes with the fact: the diagnosis decides how long a refusal counts. */
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

/** Refused encoders. Most of them hide SRT's reject reason from their user. */
export const refusalRules: Record<EncoderRefusal, Rule> = {
  off: refusalRule('off', {
    code: 'refused_while_off',
    severity: 'warning',
    settings: null,
    sentence: 'An encoder is trying to connect, but this camera is off.',
    fix: 'Switch the camera on; the encoder connects at its next try.',
  }),
  old_key: refusalRule('old_key', {
    code: 'wrong_key',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder is still using the old key.',
    fix: copyAddress,
  }),
  mistyped_key: refusalRule('mistyped_key', {
    code: 'mistyped_key',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder is using a cut-off or mistyped key.',
    fix: 'Copy the whole ingest address from the connection details again.',
  }),
  camera_id: refusalRule('camera_id', {
    code: 'camera_id',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder is using the camera ID, which is for the API, instead of the key.',
    fix: copyAddress,
  }),
  view_key: refusalRule('view_key', {
    code: 'view_key',
    severity: 'critical',
    settings: enterAddress,
    sentence: 'An encoder is using the view key, which only opens the view address.',
    fix: copyAddress,
  }),
  stream_key: rule({
    code: 'view_port',
    severity: 'warning',
    appearsAfterMs: 0,
    goesAfterMs: 0,
    // Once an encoder has been connected, it is a player that waits for the picture.
    find: ({ refusal, isConnected, lostAtMs }) =>
      refusal === 'stream_key' && !isConnected && lostAtMs === null ? {} : null,
    sentence: () => 'The stream key was used at the view port, which is for players.',
    fix: () => 'An encoder needs the ingest address, which has another port; a player connects once the camera sends.',
    settings: () => enterAddress,
  }),
  wrong_mode: refusalRule('wrong_mode', {
    code: 'wrong_mode',
    severity: 'critical',
    settings: enterAddress,
    sentence: "An encoder's stream ID says m=request, which asks to watch instead of to send.",
    fix: 'Set the stream ID to the bare key, or to m=publish.',
  }),
  no_stream_id: refusalRule('no_stream_id', {
    code: 'no_stream_id',
    severity: 'warning',
    settings: enterAddress,
    sentence: "An encoder called without a stream ID. It may be this camera's.",
    fix: 'If so, enter the whole ingest address, or its streamid in the Stream ID field.',
  }),
  malformed: refusalRule('malformed', {
    code: 'no_key_in_stream_id',
    severity: 'warning',
    settings: enterAddress,
    sentence: "An encoder called with a stream ID that has no key in it. It may be this camera's.",
    fix: 'If so, enter the whole ingest address, or its streamid in the Stream ID field.',
  }),
  unknown_key: refusalRule('unknown_key', {
    code: 'unknown_key',
    severity: 'warning',
    settings: enterAddress,
    sentence: "An encoder called with a key that no camera has. It may be this camera's.",
    fix: 'If so, copy the ingest address from the connection details again and enter it in the encoder.',
  }),
  old_version: refusalRule('old_version', {
    code: 'old_srt_version',
    severity: 'warning',
    settings: null,
    sentence: "An encoder called by an SRT version before 1.3, which has no stream ID. It may be this camera's.",
    fix: 'If so, update the encoder to SRT 1.3 or later.',
  }),
  busy: refusalRule('busy', {
    code: 'second_encoder',
    severity: 'warning',
    settings: null,
    sentence: "Another encoder with this camera's key was refused, because one is sending already.",
    fix: 'Stop one of the two, or give the other one a camera of its own.',
  }),
  not_ready: refusalRule('not_ready', {
    code: 'refused_not_ready',
    severity: 'warning',
    settings: null,
    sentence: 'An encoder was refused because this camera was not ready yet.',
    fix: 'Start the stream in the encoder again if it does not try again by itself.',
  }),
  overload: refusalRule('overload', {
    code: 'too_many_calls',
    severity: 'warning',
    settings: null,
    sentence: 'An encoder was refused because too many were connecting at once.',
    fix: 'Stop the devices that use this key and should not, or change the key in the connection details.',
  }),
  bonded: refusalRule('bonded', {
    code: 'bonded',
    severity: 'critical',
    settings: null,
    sentence: 'An encoder uses SRT connection bonding (a socket group), which does not work here yet.',
    fix: 'Turn bonding off in the encoder, and send over one connection.',
  }),
  flood: rule({
    code: 'disconnected_for_bitrate',
    severity: 'critical',
    appearsAfterMs: 0,
    goesAfterMs: 0,
    find: ({ refusal, pace }) => (refusal === 'flood' && pace === null ? {} : null),
    sentence: () => 'An encoder was disconnected because it sent more than this server takes for several seconds.',
    fix: () => 'Lower the bitrate of the encoder, and change the key if the encoder is not yours.',
    settings: () => lowerBitrate,
  }),
  wrong_passphrase: refusalRule('wrong_passphrase', {
    code: 'wrong_passphrase',
    severity: 'critical',
    settings: enterPassphrase,
    sentence: 'An encoder is using the wrong passphrase.',
    fix: copyAddress,
  }),
  no_passphrase: refusalRule('no_passphrase', {
    code: 'no_passphrase',
    severity: 'critical',
    settings: enterPassphrase,
    sentence: 'An encoder is trying to connect without the passphrase.',
    fix: copyAddress,
  }),
  unexpected_passphrase: refusalRule('unexpected_passphrase', {
    code: 'unexpected_passphrase',
    severity: 'critical',
    settings: removePassphrase,
    sentence: 'An encoder is using a passphrase, but this camera has none.',
    fix: 'Remove the passphrase from the encoder, or set the same one for this camera in the connection details.',
  }),
  packet_filter: refusalRule('packet_filter', {
    code: 'packet_filter',
    severity: 'critical',
    settings: {
      obs: 'Settings → Stream → Server: the ingest address, without &packetfilter=…',
      larix: `${larixConnection} → no packet filter`,
      vmix: `${vmixOutput} → no forward error correction`,
      ffmpeg: 'no packetfilter in the srt:// address, or packetfilter=fec,cols:10,rows:5',
    },
    sentence: 'An encoder asks for SRT error correction (a packet filter) with settings that do not work.',
    fix: 'Turn the packet filter off, or set it to fec,cols:10,rows:5. SRT resends lost packets without it.',
  }),
};

/** No encoder has been live, none is connected, and none was refused. */
export const noEncoderRule: Rule = rule({
  code: 'no_encoder',
  severity: 'warning',
  appearsAfterMs: 20_000,
  goesAfterMs: 0,
  find: ({ isReady, isConnected, lostAtMs, refusal, excess }) =>
    isReady && !isConnected && lostAtMs === null && refusal === null && excess === null ? {} : null,
  sentence: () => 'This camera is on, but no encoder is connected.',
  fix: () =>
    'Start the encoder with the ingest address, and check that its network allows outgoing UDP to the port in that address.',
  settings: () => enterAddress,
});
