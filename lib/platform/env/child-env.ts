import { memoryEnv } from './memory-env';

/** This process's whole environment for a child, with `overrides` on top. */
export const childEnv = (overrides: Record<string, string>): NodeJS.ProcessEnv =>
  Object.assign({}, process.env, overrides);

const workerInheritedVariables = [
  ...['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'],
  ...['LOG_LEVEL', 'VIDEO_ENCODER'],
];

/** Settings for a worker's Node and C library. */
export const workerRuntimeEnv = {
  // Waiting for the camera and for viewers holds one thread each; the codecs need some more.
  UV_THREADPOOL_SIZE: '8',
  ...memoryEnv,
};

/** The setting VIDEO_ENCODER, for workers that inherit nothing; undefined without one. */
export const givenVideoEncoder = (): string | undefined => process.env.VIDEO_ENCODER || undefined;

/** The environment of a worker: none of our secrets, because it uses no database and signs no tokens. */
export const workerChildEnv = (): NodeJS.ProcessEnv =>
  Object.assign(
    Object.fromEntries(workerInheritedVariables.map((name) => [name, process.env[name]])),
    { NODE_ENV: process.env.NODE_ENV },
    workerRuntimeEnv,
  );

/** The environment of a process that only writes media: none of our settings. */
export const muxerChildEnv = (): NodeJS.ProcessEnv =>
  Object.assign({}, memoryEnv, { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH });
