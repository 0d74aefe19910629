import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { mux } from './mux';
import { MuxError } from './mux-error';
import { type MuxAnswer, muxTaskSchema } from './mux-task';

/*
 * The program of the process that writes one file of an export; see mux-process.ts. It alone reads the cameras' bytes, and
 * has neither a database nor a secret. Its task is its argument, and its answer one line.
 */

Log.setLevel(AV_LOG_FATAL);

function answer(): MuxAnswer {
  try {
    return { muxed: mux('pipe:0', muxTaskSchema.parse(JSON.parse(process.argv[2] ?? ''))) };
  } catch (error) {
    if (error instanceof MuxError) return { fault: error.fault, message: error.message };
    throw error;
  }
}

process.stdout.write(`${JSON.stringify(answer())}\n`);
