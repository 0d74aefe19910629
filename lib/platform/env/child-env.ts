import { memoryEnv } from './memory-env';

/** The whole environment of this process for a child that inherits it, with `overrides` on top. */
export const childEnv = (overrides: Record<string, string>): NodeJS.ProcessEnv =>
  Object.assign({}, process.env, overrides);

const workerInheritedVariables = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LOG_LEVEL'];

/** What a worker's Node and C library read. */
export const workerRuntimeEnv = {
  // Waiting for the camera and waiting for viewers each hold a thread; the codecs need some beside them.
  UV_THREADPOOL_SIZE: '8',
  ...memoryEnv,
};

/** The environment of a worker: nothing of ours that is secret (it knows no database and signs no tokens). */
export const workerChildEnv = (): NodeJS.ProcessEnv =>
  Object.assign(
    Object.fromEntries(workerInheritedVariables.map((name) => [name, process.env[name]])),
    { NODE_ENV: process.env.NODE_ENV },
    workerRuntimeEnv,
  );
