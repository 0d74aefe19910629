import { z } from 'zod';
import { plainProblem, problem } from './problem';

const causes = {
  silent: { sentence: 'The camera was live, and nothing arrives any more.', fix: 'Check power and network.' },
  closed: {
    sentence: 'The camera was live, and its encoder ended the connection.',
    fix: 'Start the encoder again, or check power and network.',
  },
  no_frames: {
    sentence: 'The camera was live; its encoder is still connected but sends no picture.',
    fix: "Check the encoder's source and the cable to it.",
  },
  unknown: { sentence: 'The camera was live, and no encoder is connected any more.', fix: 'Check power and network.' },
};

/** A camera that cannot run, or was live and is gone. */
export const cameraProblems = {
  no_room: plainProblem({
    sentence: 'No gateway has room for another camera, so this one waits.',
    fix: 'Add a machine or turn a camera off; this one then starts by itself.',
    settings: null,
  }),
  camera_lost: problem({ cause: z.enum(['silent', 'closed', 'no_frames', 'unknown']) }, ({ cause }) => ({
    sentence: causes[cause].sentence,
    fix: causes[cause].fix,
    settings: null,
  })),
};
