import { createHash, randomBytes } from 'node:crypto';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { secondMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { escapeMarkup } from '@/lib/core/escape-markup';
import { readLimited } from '@/lib/core/read-limited';
import { readXml, type XmlElement } from '@/lib/core/soap';
import { CameraRefusal } from './ptz-camera';
import type { CameraAddress } from './visca-link';

/** A user name and password that let the server into a camera. */
export interface CameraLogin {
  username: string;
  password: string;
}

export interface OnvifLinkOptions extends CameraAddress {
  /** Null: the camera lets everybody in. */
  login: CameraLogin | null;
  answerTimeoutMs?: number;
}

/** A camera that does not let the server in. */
export class LoginRefusal extends CameraRefusal {
  constructor() {
    super('The camera refuses the user name or the password.');
  }
}

const usualAnswerTimeoutMs = 1_500;
/** Cameras answer with some kilobytes; strangers could with more. */
const maxAnswerBytes = 256 * 1024;

const hash = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');

/**
 * Sends SOAP messages to one ONVIF camera, one at a time and in their order: a stop never comes before the move that it ends.
 * It connects to no address that a camera names, and follows no redirect.
 */
export class OnvifLink {
  readonly #options: OnvifLinkOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** By how much the camera's clock is ahead. */
  #clockAheadMs = 0;
  /** Set once the camera has asked for digest authentication instead of a user name token. */
  #challenge: Map<string, string> | null = null;
  #nonceCount = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OnvifLinkOptions) {
    this.#options = options;
  }

  /** @param ahead by how much the camera's clock is ahead, in milliseconds: it refuses tokens of another time */
  set clockAheadMs(ahead: number) {
    this.#clockAheadMs = ahead;
  }

  /**
   * Sends a message and reads its answer.
   * @param path where the service is on the camera
   * @param isOpen whether the message is sent without login: the clock is asked for before anything else
   * @throws CameraRefusal for a fault; AppError `conflict` for silence
   */
  call(path: string, message: string, isOpen = false): Promise<XmlElement> {
    const turn = this.#last.catch(() => undefined).then(() => this.#call(path, message, isOpen));
    this.#last = turn;
    return turn;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #call(path: string, message: string, isOpen: boolean): Promise<XmlElement> {
    const { login } = this.#options;
    const first = await this.#send(path, message, isOpen ? null : login);
    if (first.status !== 401 || !login || first.challenge === null) return readAnswer(first);
    // A nonce that is used up is refused like one that never was.
    this.#challenge = first.challenge;
    this.#nonceCount = 0;
    return readAnswer(await this.#send(path, message, login));
  }

  async #send(path: string, message: string, login: CameraLogin | null): Promise<Answer> {
    const { address, port, answerTimeoutMs = usualAnswerTimeoutMs } = this.#options;
    const token = login && !this.#challenge ? userNameToken(login, Date.now() + this.#clockAheadMs) : '';
    const body = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${token}</s:Header><s:Body>${message}</s:Body></s:Envelope>`;
    const headers: OutgoingHttpHeaders = {
      'Content-Type': 'application/soap+xml; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    };
    if (login && this.#challenge) headers.Authorization = this.#digest(this.#challenge, path, login);
    const signal = AbortSignal.timeout(answerTimeoutMs);
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const sent = request({ host: address, port, path, method: 'POST', headers, agent: this.#agent, signal });
        sent.on('error', reject);
        sent.on('response', (response) => {
          const { statusCode: status = 0, headersDistinct } = response;
          const challenge = readChallenge(headersDistinct['www-authenticate'] ?? []);
          readLimited(response, maxAnswerBytes).then(
            (bytes) => resolve({ status, challenge, text: bytes?.toString('utf8') ?? '' }),
            reject,
          );
        });
        sent.end(body);
      });
    } catch (cause) {
      const where = `${address.includes(':') ? `[${address}]` : address}:${port}`;
      const sentence = `The camera does not answer at ${where}. Check its address, and that ONVIF is on.`;
      throw new AppError('conflict', sentence, { cause });
    }
  }

  /** The header of HTTP's digest authentication (RFC 7616). */
  #digest(challenge: Map<string, string>, uri: string, { username, password }: CameraLogin): string {
    const part = (name: string) => challenge.get(name) ?? '';
    const algorithm = isSha256(challenge) ? 'sha256' : 'md5';
    const nc = (++this.#nonceCount).toString(16).padStart(8, '0');
    const cnonce = randomBytes(8).toString('hex');
    const who = hash(algorithm, `${username}:${part('realm')}:${password}`);
    const what = hash(algorithm, `POST:${uri}`);
    const hasQop = challenge.has('qop');
    const proof = hasQop ? [who, part('nonce'), nc, cnonce, 'auth', what] : [who, part('nonce'), what];
    const quoted = {
      username,
      realm: part('realm'),
      nonce: part('nonce'),
      uri,
      response: hash(algorithm, proof.join(':')),
    };
    const parts = Object.entries(quoted).map(([name, value]) => `${name}="${value.replaceAll(/["\\\r\n]/g, '')}"`);
    if (hasQop) parts.push(`qop=auth, nc=${nc}, cnonce="${cnonce}"`);
    if (challenge.has('algorithm')) parts.push(`algorithm=${algorithm === 'md5' ? 'MD5' : 'SHA-256'}`);
    if (challenge.has('opaque')) parts.push(`opaque="${part('opaque')}"`);
    return `Digest ${parts.join(', ')}`;
  }
}

interface Answer {
  status: number;
  challenge: Map<string, string> | null;
  text: string;
}

const isSha256 = (challenge: Map<string, string>): boolean => challenge.get('algorithm')?.toUpperCase() === 'SHA-256';

/** The strongest digest challenge of an answer. */
function readChallenge(headers: string[]): Map<string, string> | null {
  const challenges = headers
    .filter((header) => /^digest /i.test(header))
    .map(
      (header) =>
        new Map(
          [...header.slice(7).matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
            ([, name = '', quoted, bare = '']) => [name.toLowerCase(), quoted ?? bare] as const,
          ),
        ),
    );
  return challenges.find(isSha256) ?? challenges[0] ?? null;
}

function readAnswer({ status, text }: Answer): XmlElement {
  const body = readXml(text)?.find('Body');
  const fault = body?.find('Fault');
  const codes = fault?.all('Value').map(({ text: code }) => code.trim()) ?? [];
  if (status === 401 || codes.some((code) => /:?(NotAuthorized|FailedAuthentication)$/.test(code))) {
    throw new LoginRefusal();
  }
  if (fault) {
    const reason = fault.find('Reason', 'Text')?.text.trim().slice(0, 200) || codes.at(-1) || 'an unknown fault';
    throw new CameraRefusal(`The camera refuses: ${reason}.`.replace(/\.\.$/, '.'));
  }
  if (!body || status !== 200) throw new CameraRefusal('The camera’s answer is not ONVIF. Check its address and port.');
  return body;
}

/** The header of WS-Security: a hash of the password that is good once, and for some seconds. */
function userNameToken({ username, password }: CameraLogin, nowMs: number): string {
  const nonce = randomBytes(16);
  const created = new Date(Math.floor(nowMs / secondMs) * secondMs).toISOString();
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
  const wss = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';
  return `<Security s:mustUnderstand="1" xmlns="${wss}-wssecurity-secext-1.0.xsd"><UsernameToken><Username>${escapeMarkup(username)}</Username><Password Type="${wss}-username-token-profile-1.0#PasswordDigest">${digest}</Password><Nonce EncodingType="${wss}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</Nonce><Created xmlns="${wss}-wssecurity-utility-1.0.xsd">${created}</Created></UsernameToken></Security>`;
}
