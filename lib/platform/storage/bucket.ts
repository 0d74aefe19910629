import type { Blob as NodeBlob } from 'node:buffer';
import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Agent, Response, fetch as undiciFetch } from 'undici';
import { log } from '@/lib/platform/log';

export interface BucketOptions {
  /** The server's address, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The bucket is named in the path, and not in the host's name. */
  isPathStyle: boolean;
}

export interface BucketObject {
  key: string;
  sizeBytes: number;
  etag: string;
  changedMs: number;
}

/** A call to a bucket that has failed. */
export class BucketError extends Error {
  /** HTTP status of the server's answer; null if there was none. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BucketError';
    this.status = status;
  }

  /** Whether the server or the way to it is at fault, and not the settings. */
  get isAway(): boolean {
    return this.status === null || this.status >= 500 || this.status === 429;
  }

  /** Node's code where this machine does not accept the server's certificate; null for any other fault. */
  get certificateFault(): string | null {
    const { cause } = this.cause instanceof Error ? this.cause : {};
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    return certificateFaults.test(code) ? code : null;
  }
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateFaults = /^(CERT_|DEPTH_ZERO_|ERR_TLS_CERT_|SELF_SIGNED_|UNABLE_TO_)/;

/** Without an answer, or more of it, for this long, a call has failed; an upload gets longer by its size. */
const answerTimeoutMs = 4_000;
/** An upload that is slower than this cannot keep up with a camera. */
const minUploadBytesPerMs = 100;
/** Short, so that people hear within five seconds that the bucket is away. */
const checkTimeoutMs = 2_500;

/** The size of a part of a large object; an object has at most 10,000. */
const partBytes = 16 * 1024 * 1024;

interface Call {
  body?: Blob;
  headers?: Record<string, string>;
  timeoutMs: number;
}

/** An answer that has begun; `timeout` ends it. */
interface Answer {
  response: Response;
  timeout: AbortController;
  timeoutMs: number;
}

let agent: Agent | undefined;

/**
 * undici's connections, because Node's end the process if a server closes while its answer waits to be read, as a player lets
 * it wait (https://github.com/nodejs/undici/issues/5360). They take 13 MB, so that only what has a bucket loads them.
 */
async function loadUndici(): Promise<{ fetch: typeof undiciFetch; dispatcher: Agent }> {
  const { Agent, fetch } = await import('undici');
  agent ??= new Agent({ allowH2: false });
  return { fetch, dispatcher: agent };
}

/** The calls of S3 that recordings need. Each throws BucketError. */
export class Bucket {
  readonly #options: BucketOptions;
  readonly #base: string;

  constructor(options: BucketOptions) {
    const { endpoint, bucket, isPathStyle } = options;
    const url = new URL(endpoint);
    if (isPathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}`;
    else url.host = `${bucket}.${url.host}`;
    this.#options = options;
    this.#base = url.href.replace(/\/$/, '');
  }

  /** Stores an object whole. @param sha256 of its bytes, in hex, which the server checks */
  async put(key: string, body: Blob, sha256: string): Promise<void> {
    const timeoutMs = answerTimeoutMs + body.size / minUploadBytesPerMs;
    const headers = { 'x-amz-content-sha256': sha256 };
    await this.#call('PUT', this.#urlOf(key), { body, headers, timeoutMs });
  }

  /** Stores an object of any size, in parts. */
  async putLarge(key: string, body: Blob): Promise<void> {
    const url = this.#urlOf(key);
    const timeoutMs = answerTimeoutMs + partBytes / minUploadBytesPerMs;
    const begun = await this.#call('POST', `${url}?uploads=`, { timeoutMs });
    const uploadId = textOf(begun.bytes.toString(), 'UploadId') ?? '';
    const ofUpload = (query: Record<string, string>) => `${url}?${new URLSearchParams({ ...query, uploadId })}`;
    try {
      const parts: string[] = [];
      for (let from = 0; from < body.size || parts.length === 0; from += partBytes) {
        const number = parts.length + 1;
        const bytes = Buffer.from(await body.slice(from, from + partBytes).arrayBuffer());
        const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') };
        const part = { body: new Blob([bytes]), headers, timeoutMs };
        const { etag } = await this.#call('PUT', ofUpload({ partNumber: String(number) }), part);
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const headers = { 'x-amz-content-sha256': createHash('sha256').update(list).digest('hex') };
      const ended = await this.#call('POST', ofUpload({}), { body: new Blob([list]), headers, timeoutMs });
      // S3 answers 200 before it knows.
      const fault = textOf(ended.bytes.toString(), 'Code');
      if (fault !== null) throw new BucketError(`The bucket does not join the parts: ${fault}`, ended.status);
    } catch (error) {
      await this.#call('DELETE', ofUpload({}), { timeoutMs: answerTimeoutMs }).catch((cause: unknown) =>
        log.warn({ err: cause, key }, 'bucket: parts of a failed upload stay; a rule may expire them'),
      );
      throw error;
    }
  }

  /** Bytes of an object. @param to after the last byte */
  async *get(key: string, from: number, to: number): AsyncGenerator<Buffer> {
    const headers = { range: `bytes=${from}-${to - 1}` };
    const answer = await this.#open('GET', this.#urlOf(key), { headers, timeoutMs: answerTimeoutMs });
    if (answer.response.status !== 206) {
      answer.timeout.abort();
      throw new BucketError('The bucket does not answer ranges.', answer.response.status);
    }
    yield* bytesOf(answer);
  }

  /** A small object; null if it is not there. */
  async getWhole(key: string): Promise<Buffer | null> {
    try {
      return (await this.#call('GET', this.#urlOf(key), { timeoutMs: answerTimeoutMs })).bytes;
    } catch (error) {
      if (error instanceof BucketError && error.status === 404) return null;
      throw error;
    }
  }

  /** All objects whose keys begin like this. */
  async list(prefix: string): Promise<BucketObject[]> {
    const objects: BucketObject[] = [];
    for (let token: string | null = null; ; ) {
      const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url', prefix });
      if (token !== null) query.set('continuation-token', token);
      const { bytes } = await this.#call('GET', `${this.#base}/?${query}`, { timeoutMs: answerTimeoutMs });
      const text = bytes.toString();
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = decodeURIComponent((textOf(entry, 'Key') ?? '').replaceAll('+', ' '));
        const changedMs = Date.parse(textOf(entry, 'LastModified') ?? '');
        const sizeBytes = Number(textOf(entry, 'Size'));
        objects.push({ key, sizeBytes, etag: textOf(entry, 'ETag') ?? '', changedMs });
      }
      token = textOf(text, 'NextContinuationToken');
      if (token === null) return objects;
    }
  }

  /** Removes an object; one that is not there is no fault. */
  async delete(key: string): Promise<void> {
    await this.#call('DELETE', this.#urlOf(key), { timeoutMs: answerTimeoutMs });
  }

  /** Asks whether the bucket is there. */
  async check(): Promise<void> {
    await this.#call('HEAD', `${this.#base}/`, { timeoutMs: checkTimeoutMs });
  }

  #urlOf(key: string): string {
    return `${this.#base}/${key.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** Calls, and reads the whole answer. */
  async #call(method: string, url: string, call: Call) {
    const answer = await this.#open(method, url, call);
    const { status, headers } = answer.response;
    return { status, etag: headers.get('etag'), bytes: await wholeOf(answer) };
  }

  /** Calls until the answer begins. */
  async #open(method: string, url: string, { body, headers, timeoutMs }: Call): Promise<Answer> {
    const { region, accessKeyId, secretAccessKey } = this.#options;
    const signer = new AwsV4Signer({ method, url, headers, service: 's3', region, accessKeyId, secretAccessKey });
    const [signed, { fetch, dispatcher }] = await Promise.all([signer.sign(), loadUndici()]);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    const response = await fetch(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      // The same class: two packages have types of it.
      body: body as NodeBlob | undefined,
      signal: timeout.signal,
      redirect: 'manual',
      dispatcher,
    })
      .catch((cause: unknown) => {
        throw new BucketError('The bucket does not answer.', null, { cause });
      })
      .finally(() => clearTimeout(timer));
    const answer = { response, timeout, timeoutMs };
    if (response.ok) return answer;
    const text = await wholeOf(answer).then(String, () => '');
    const said = textOf(text, 'Code') ?? response.statusText;
    throw new BucketError(`The bucket refuses ${method}: ${response.status} ${said}`, response.status);
  }
}

/** The bytes of an answer. @throws BucketError if it breaks off, or nothing more comes */
async function* bytesOf({ response, timeout, timeoutMs }: Answer): AsyncGenerator<Buffer> {
  const waiting = () => setTimeout(() => timeout.abort(), timeoutMs);
  let timer = waiting();
  try {
    for await (const bytes of response.body ?? []) {
      // The reader decides how fast an object is read.
      clearTimeout(timer);
      yield Buffer.from(bytes);
      timer = waiting();
    }
  } catch (cause) {
    throw new BucketError('The bucket’s answer breaks off.', null, { cause });
  } finally {
    clearTimeout(timer);
  }
}

async function wholeOf(answer: Answer): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of bytesOf(answer)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The text of an XML element; null where there is none. */
function textOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#34;': '"' };
  return text?.replace(/&(amp|lt|gt|quot|#34);/g, (entity) => entities[entity] ?? entity) ?? null;
}
