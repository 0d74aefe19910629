/**
 * Settings for glibc: without these a program keeps much of the memory that it has freed. Other C libraries ignore
 * them.
 */
export const memoryEnv = {
  // Otherwise each of Node's threads has an arena of its own, whose free memory the others cannot use.
  MALLOC_ARENA_MAX: '2',
  // Otherwise the largest block freed so far decides which ones return to the system at once: after a picture, few do.
  // V8 parses and compiles in blocks of 32 KB.
  MALLOC_MMAP_THRESHOLD_: '32768',
};
