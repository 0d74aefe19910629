import { z } from 'zod';
import { fileFaults } from '../../file-faults';
import { pullFaults } from '../../pull-faults';
import { fileFaultWords } from '../file-fault-words';
import { pullFaultWords } from '../pull-fault-words';
import { plainProblem, problem } from './problem';

const causes = {
  silent: { sentence: 'Camera lost: nothing arrives.', fix: 'Check power and network.' },
  closed: {
    sentence: 'Camera lost: its encoder ended the connection.',
    fix: 'Start the encoder again, or check power and network.',
  },
  no_frames: {
    sentence: 'Camera lost: its encoder is connected but sends no picture.',
    fix: "Check the encoder's source and the cable to it.",
  },
  unknown: { sentence: 'Camera lost: no encoder is connected.', fix: 'Check power and network.' },
};

const spareFixes = {
  by_itself: 'Check its encoder, power and network. It is shown again after five seconds of picture.',
  by_hand: 'Check its encoder, power and network. Press Give back once it has a picture.',
  waits: 'Press Give back to show the camera again.',
};

/** A camera that cannot run, or was live and is gone. */
export const cameraProblems = {
  no_room: plainProblem({
    sentence: 'The server is full. This camera starts when another one stops.',
    fix: 'Add a machine or turn a camera off.',
    settings: null,
  }),
  pull_failed: problem({ fault: z.enum(pullFaults) }, ({ fault }) => {
    const { sentence, again, fix } = pullFaultWords[fault];
    return { sentence: again ? `${sentence} ${again}` : sentence, fix, settings: null };
  }),
  file_stopped: problem({ fault: z.enum(fileFaults) }, ({ fault }) => ({ ...fileFaultWords[fault], settings: null })),
  replay_failed: plainProblem({
    sentence: 'The clip cannot be replayed: its recording is gone, or has no picture there.',
    fix: 'Cue another one. Recordings that lie in a bucket, or on the disk of another machine, are not replayed.',
    settings: null,
  }),
  camera_lost: problem({ cause: z.enum(['silent', 'closed', 'no_frames', 'unknown']) }, ({ cause }) => ({
    sentence: causes[cause].sentence,
    fix: causes[cause].fix,
    settings: null,
  })),
  spare_shown: problem(
    // Missing in rows of the version before.
    { spare: z.string(), returns: z.enum(['by_itself', 'by_hand', 'waits']).optional() },
    ({ spare, returns = 'by_itself' }) => ({
      sentence:
        returns === 'waits'
          ? `The spare “${spare}” is shown in this camera's place. The camera itself has a picture.`
          : `Camera lost: its spare “${spare}” is shown in its place.`,
      fix: spareFixes[returns],
      settings: null,
    }),
  ),
  spare_missing: problem({ spare: z.string(), why: z.enum(['off', 'no_picture']) }, ({ spare, why }) => ({
    sentence: `The spare “${spare}” ${why === 'off' ? 'is off' : 'has no picture'}. Nothing takes this camera's place if it is lost.`,
    fix:
      why === 'off'
        ? 'Switch the spare on, or choose another one in the settings of this camera.'
        : "Check the spare's encoder, or choose another spare in the settings of this camera.",
    settings: null,
  })),
};
