/** A file of a recording. */
export interface StoredFile {
  sizeBytes: number;
}

/** Keeps the files of recordings: a folder, or a bucket. */
export interface RecordingStorage {
  /** The files of a recording by name; none of one that is not there. @throws Error if the storage cannot be read */
  list(recordingId: string): Promise<Map<string, StoredFile>>;
  /** The names of its files alone: a day of a camera has thousands of them. @throws Error as {@link list} */
  names(recordingId: string): Promise<string[]>;
  /** The sizes of some files in bytes; none of one that is not there. @throws Error as {@link list} */
  sizes(recordingId: string, names: string[]): Promise<Map<string, number>>;
  /**
   * Bytes of a file.
   * @param to after the last byte
   * @throws Error if the file is not there, or the storage cannot be read
   */
  read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer>;
  /** A small file, in one call; null if it is not there. @throws Error if the storage cannot be read */
  readWhole(recordingId: string, file: string): Promise<Buffer | null>;
  /** Writes a small file whole or not at all. @throws Error if the recording is not there, or the storage takes nothing */
  writeWhole(recordingId: string, file: string, bytes: Buffer): Promise<void>;
}
