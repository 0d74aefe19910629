import { expect, test } from 'vitest';
import { openText, sealText } from './sealed-text';

const seal = { secret: 'a secret of this server', purpose: 'tests', place: 'camera 1' };

test('a sealed text opens with what sealed it, and shows nothing of itself', () => {
  const sealed = sealText('srt://host:9000?passphrase=päss', seal);
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('host');
  expect(openText(sealed, seal)).toBe('srt://host:9000?passphrase=päss');
  expect(sealText('same', seal)).not.toBe(sealText('same', seal));
});

test('it opens neither elsewhere, nor changed, nor cut off', () => {
  const sealed = sealText('text', seal);
  expect(openText(sealed, { ...seal, secret: 'another secret' })).toBeNull();
  expect(openText(sealed, { ...seal, purpose: 'anything else' })).toBeNull();
  expect(openText(sealed, { ...seal, place: 'camera 2' })).toBeNull();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(openText(changed.toString('base64url'), seal), `byte ${index}`).toBeNull();
    expect(openText(bytes.subarray(0, index).toString('base64url'), seal), `${index} bytes`).toBeNull();
  }
});
