import type { FileFault } from '../file-faults';

const choose = 'Choose a recording in the connection details.';

/** Why a recording does not play as a camera, and what helps. */
export const fileFaultWords: Record<FileFault, { sentence: string; fix: string }> = {
  no_recording: { sentence: 'This camera has no recording to play.', fix: choose },
  no_disk: {
    sentence: 'This camera cannot play a recording: this server keeps its recordings in a bucket, or keeps none.',
    fix: 'Change the source in the connection details, or have whoever runs this server keep recordings on its disk.',
  },
  gone: {
    sentence: 'The recording of this camera is no longer there: it was deleted, or lies on another machine.',
    fix: 'Choose another recording in the connection details.',
  },
  unreadable: {
    sentence: 'The recording of this camera cannot be read, or has no picture in the chosen range.',
    fix: 'Choose another range or recording in the connection details.',
  },
  ended: {
    sentence: 'The recording has played to its end.',
    fix: 'Switch the camera off and on to play it again, or play it in a loop.',
  },
};
