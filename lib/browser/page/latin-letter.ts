/**
 * The letter of a key, in lower case: the one that it types. On a keyboard of another script (Russian, Hebrew, Greek), it is
 * the Latin letter of the same place. Other keys stay as they are.
 */
export const latinLetterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string => {
  const isOtherScript = key.length === 1 && key > '~';
  const place = isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (place ?? key).toLowerCase();
};
