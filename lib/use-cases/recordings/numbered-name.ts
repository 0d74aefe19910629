/** A camera's number and name in a file's name, in which numbers sort. @param number null once the camera is deleted */
export const numberedName = (number: number | null, name: string): string =>
  number === null ? name : `${String(number).padStart(2, '0')} ${name}`;
