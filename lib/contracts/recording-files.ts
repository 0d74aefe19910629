// Without zod: a recorder, of which each camera has one, loads this.

/** The file of a recording's thumbnail, by when it was captured, in microseconds since 1970. */
export const thumbnailFile = (atUs: number): string => `thumbnail-${atUs}.jpg`;

/** The file in which an uploader tells the worker beside it each recording's `UploadState`, by id. */
export const uploadStatesFile = '.uploads.json';
