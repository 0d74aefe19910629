/** A file of a recording. */
export interface StoredFile {
  sizeBytes: number;
  /** Differs once the file has changed. */
  version: string;
}

/** Keeps the files of recordings: a folder, or a bucket. */
export interface RecordingStorage {
  /** The files of a recording by name; none of one that is not there. @throws Error if the storage cannot be read */
  list(recordingId: string): Promise<Map<string, StoredFile>>;
  /**
   * Bytes of a file.
   * @param to after the last byte
   * @throws Error if the file is not there, or the storage cannot be read
   */
  read(recordingId: string, file: string, from: number, to: number): AsyncGenerator<Buffer>;
  /** A small file, in one call; null if it is not there. @throws Error if the storage cannot be read */
  readWhole(recordingId: string, file: string): Promise<Buffer | null>;
}
