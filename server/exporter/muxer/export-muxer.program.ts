import { readFileSync } from 'node:fs';
import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { importFile } from './import/import-file';
import { mux } from './mux';
import { MuxError } from './mux-error';
import { type MuxAnswer, muxTaskSchema, programClipsSchema } from './mux-task';
import { joinProgram } from './program/join-program';

/*
 * The program of the process that writes one file of an export; see mux-process.ts. It alone reads the cameras' bytes, and
 * has neither a database nor a secret. Its task is its argument. It answers in lines.
 */

Log.setLevel(AV_LOG_FATAL);

const say = (answer: MuxAnswer): boolean => process.stdout.write(`${JSON.stringify(answer)}\n`);

async function answer(): Promise<MuxAnswer> {
  try {
    const task = muxTaskSchema.parse(JSON.parse(process.argv[2] ?? ''));
    if (task.kind === 'copy') return { muxed: mux('pipe:0', task) };
    if (task.kind === 'import') return { imported: await importFile(task, (progress) => say({ progress })) };
    const clips = programClipsSchema.parse(JSON.parse(readFileSync(process.stdin.fd, 'utf8')));
    return { muxed: joinProgram(task, clips, (progress) => say({ progress })) };
  } catch (error) {
    return MuxError.answerTo(error);
  }
}

say(await answer());
