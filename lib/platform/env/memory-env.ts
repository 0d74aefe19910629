/** What glibc reads: without these a program keeps much of what it has freed. Elsewhere they mean nothing. */
export const memoryEnv = {
  // Else each of Node's threads has an arena of its own, and what is free in one is not used by the others.
  MALLOC_ARENA_MAX: '2',
  // Else the largest block that was freed so far decides which ones go back to the system at once: after a picture, few do.
  // V8 parses and compiles in blocks of 32 KB.
  MALLOC_MMAP_THRESHOLD_: '32768',
};
