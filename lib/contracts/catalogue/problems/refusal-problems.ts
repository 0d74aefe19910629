import { enterAddress, larixConnection, lowerBitrate, vmixOutput } from '../../encoder-settings';
import type { Finding } from '../../streams';
import { plainProblem } from './problem';
import { sourceProblems } from './source-problems';

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

/** No encoder is connected, or one was refused. Most encoders hide SRT's reject reason from their user. */
export const refusalProblems = {
  ...sourceProblems,
  refused_while_off: plainProblem({
    sentence: 'An encoder is trying to connect, but this camera is off.',
    fix: 'Switch the camera on; the encoder connects at its next try.',
    settings: null,
  }),
  wrong_key: plainProblem({
    sentence: 'An encoder is still using the old key.',
    fix: copyAddress,
    settings: enterAddress,
  }),
  mistyped_key: plainProblem({
    sentence: 'An encoder is using a cut-off or mistyped key.',
    fix: 'Copy the whole ingest address from the connection details again.',
    settings: enterAddress,
  }),
  camera_id: plainProblem({
    sentence: 'An encoder is using the camera ID, which is for the API, instead of the key.',
    fix: copyAddress,
    settings: enterAddress,
  }),
  view_key: plainProblem({
    sentence: 'An encoder is using the view key, which only opens the view address.',
    fix: copyAddress,
    settings: enterAddress,
  }),
  view_port: plainProblem({
    sentence: 'The stream key was used at the view port, which is for players.',
    fix: 'An encoder needs the ingest address, which has another port; a player connects once the camera sends.',
    settings: enterAddress,
  }),
  no_rtmp_key: plainProblem({
    sentence: "An encoder called by RTMP without a stream key. It may be this camera's.",
    fix: 'If so, enter the stream key from the connection details, as the last part of the address or in its own field.',
    settings: null,
  }),
  wrong_mode: plainProblem({
    sentence: "An encoder's stream ID says m=request, which asks to watch instead of to send.",
    fix: 'Set the stream ID to the bare key, or to m=publish.',
    settings: enterAddress,
  }),
  no_stream_id: plainProblem({
    sentence: "An encoder called without a stream ID. It may be this camera's.",
    fix: 'If so, enter the whole ingest address, or its streamid in the Stream ID field.',
    settings: enterAddress,
  }),
  no_key_in_stream_id: plainProblem({
    sentence: "An encoder called with a stream ID that has no key in it. It may be this camera's.",
    fix: 'If so, enter the whole ingest address, or its streamid in the Stream ID field.',
    settings: enterAddress,
  }),
  unknown_key: plainProblem({
    sentence: "An encoder called with a key that no camera has. It may be this camera's.",
    fix: 'If so, copy the ingest address from the connection details again and enter it in the encoder.',
    settings: enterAddress,
  }),
  old_srt_version: plainProblem({
    sentence: "An encoder called by an SRT version before 1.3, which has no stream ID. It may be this camera's.",
    fix: 'If so, update the encoder to SRT 1.3 or later.',
    settings: null,
  }),
  second_encoder: plainProblem({
    sentence: "Another encoder with this camera's key was refused, because one is sending already.",
    fix: 'Stop one of the two, or give the other one a camera of its own.',
    settings: null,
  }),
  refused_not_ready: plainProblem({
    sentence: 'The encoder called before the camera was ready. It usually tries again by itself.',
    fix: 'If it does not, start the stream in the encoder again.',
    settings: null,
  }),
  too_many_calls: plainProblem({
    sentence: 'An encoder was refused because too many were connecting at once.',
    fix: 'Stop the devices that use this key and should not, or change the key in the connection details.',
    settings: null,
  }),
  bonded: plainProblem({
    sentence: "An encoder uses SRT's own connection bonding (a socket group), which does not work here.",
    fix: 'Bond by SRTLA, as Moblin and BELABOX do, at the same address. Or send over one connection.',
    settings: null,
  }),
  disconnected_for_bitrate: plainProblem({
    sentence: 'An encoder was disconnected because it sent more than this server takes for several seconds.',
    fix: 'Lower the bitrate of the encoder, and change the key if the encoder is not yours.',
    settings: lowerBitrate,
  }),
  wrong_passphrase: plainProblem({
    sentence: 'An encoder is using the wrong passphrase.',
    fix: copyAddress,
    settings: enterPassphrase,
  }),
  no_passphrase: plainProblem({
    sentence: 'An encoder is trying to connect without the passphrase.',
    fix: copyAddress,
    settings: enterPassphrase,
  }),
  unexpected_passphrase: plainProblem({
    sentence: 'An encoder is using a passphrase, but this camera has none.',
    fix: 'Remove the passphrase from the encoder, or set the same one for this camera in the connection details.',
    settings: removePassphrase,
  }),
  packet_filter: plainProblem({
    sentence: 'An encoder asks for SRT error correction (a packet filter) with settings that do not work.',
    fix: 'Turn the packet filter off, or set it to fec,cols:10,rows:5. SRT resends lost packets without it.',
    settings: {
      obs: 'Settings → Stream → Server: the ingest address, without &packetfilter=…',
      larix: `${larixConnection} → no packet filter`,
      vmix: `${vmixOutput} → no forward error correction`,
      ffmpeg: 'no packetfilter in the srt:// address, or packetfilter=fec,cols:10,rows:5',
    },
  }),
};
