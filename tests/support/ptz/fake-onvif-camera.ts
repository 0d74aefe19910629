import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { PtzControl } from '@/lib/contracts/ptz';
import { readLimited } from '@/lib/core/read-limited';
import { readXml, type XmlElement } from '@/lib/core/soap';

interface Quirks {
  /** Wants HTTP's digest authentication, and no user name tokens. */
  wantsDigest?: boolean;
  /** Its clock is ahead by this. */
  clockAheadMs?: number;
  hasNoPresets?: boolean;
  /** Cannot turn to points of its field of view. */
  hasNoFieldOfView?: boolean;
  /** Accepts connections and answers nothing. */
  isDeaf?: boolean;
  zoom?: number;
}

/** Allowed by PULL_NETWORKS in tests. */
const cameraAddress = '127.9.0.1';
const realm = 'camera';
const nonce = 'n0nce';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** A camera on this machine that speaks ONVIF, with the quirks of real ones. It moves until it is told to stop. */
export class FakeOnvifCamera {
  readonly login = { username: 'director', password: 'secret & <key>' };
  readonly quirks: Quirks;
  /** The commands that it has carried out, oldest first. */
  readonly heard: string[] = [];
  /** All that was sent to it. */
  readonly received: string[] = [];
  readonly presets = new Map<string, string>();
  isMoving = false;
  /** Where its picture was turned to, in parts of the field of view. */
  turned = { x: 0, y: 0 };
  readonly #server: Server;
  #port = 0;

  static async open(quirks: Quirks = {}): Promise<FakeOnvifCamera> {
    const camera = new FakeOnvifCamera(quirks);
    camera.#server.listen(0, cameraAddress);
    await once(camera.#server, 'listening');
    const address = camera.#server.address();
    if (address === null || typeof address === 'string') throw new Error('a TCP server has an address');
    camera.#port = address.port;
    return camera;
  }

  private constructor(quirks: Quirks) {
    this.quirks = quirks;
    this.#server = createServer(async (request, response) => {
      const text = (await readLimited(request, 64 * 1024))?.toString() ?? '';
      this.received.push(JSON.stringify(request.headers) + text);
      if (this.quirks.isDeaf) return;
      const body = readXml(text)?.find('Body')?.children[0];
      const isOpen = body?.name === 'GetSystemDateAndTime';
      if (!body || (!isOpen && !this.#letsIn(request, readXml(text)))) {
        if (this.quirks.wantsDigest)
          response.setHeader('WWW-Authenticate', `Digest realm="${realm}", nonce="${nonce}", qop="auth"`);
        response
          .writeHead(this.quirks.wantsDigest ? 401 : 400)
          .end(this.#fault('NotAuthorized', 'Sender not authorized'));
        return;
      }
      const answer = this.#answer(body);
      if (answer === null)
        response.writeHead(500).end(this.#fault('ActionNotSupported', 'Optional Action Not Implemented'));
      else response.end(envelope(`<x:${body.name}Response xmlns:x="urn:x">${answer}</x:${body.name}Response>`));
    });
  }

  /** Where it is, as a stream's setting has it. */
  get control(): PtzControl {
    return { protocol: 'onvif', host: cameraAddress, port: this.#port };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #letsIn({ headers, url }: IncomingMessage, message: XmlElement | null): boolean {
    const { username, password } = this.login;
    if (this.quirks.wantsDigest) {
      const parts = new Map(
        [...(headers.authorization ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
          ([, name = '', quoted, bare = '']) => [name, quoted ?? bare] as const,
        ),
      );
      const who = md5(`${username}:${realm}:${password}`);
      const proof = [who, nonce, parts.get('nc'), parts.get('cnonce'), 'auth', md5(`POST:${url}`)].join(':');
      return parts.get('response') === md5(proof);
    }
    const token = message?.find('Header', 'UsernameToken');
    const text = (name: string) => token?.find(name)?.text ?? '';
    const created = text('Created');
    const digest = createHash('sha1')
      .update(Buffer.from(text('Nonce'), 'base64'))
      .update(created)
      .update(password);
    const lateMs = Math.abs(Date.parse(created) - this.#nowMs);
    return text('Username') === username && text('Password') === digest.digest('base64') && lateMs < 30_000;
  }

  get #nowMs(): number {
    return Date.now() + (this.quirks.clockAheadMs ?? 0);
  }

  #fault(code: string, reason: string): string {
    return envelope(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>ter:${code}</s:Value></s:Subcode></s:Code><s:Reason><s:Text xml:lang="en">${reason}</s:Text></s:Reason></s:Fault>`,
    );
  }

  /** @returns the content of the answer; null for what it does not know */
  #answer(command: XmlElement): string | null {
    const value = (name: string) => command.find(name)?.text ?? '';
    // Behind a router, cameras name an address that nobody reaches.
    const service = (name: string) =>
      `<tt:${name}><tt:XAddr>http://192.0.2.1/onvif/${name.toLowerCase()}</tt:XAddr></tt:${name}>`;
    switch (command.name) {
      case 'GetSystemDateAndTime': {
        const now = new Date(this.#nowMs);
        const element = (name: string, number: number) => `<tt:${name}>${number}</tt:${name}>`;
        const time =
          element('Hour', now.getUTCHours()) +
          element('Minute', now.getUTCMinutes()) +
          element('Second', now.getUTCSeconds());
        const date =
          element('Year', now.getUTCFullYear()) +
          element('Month', now.getUTCMonth() + 1) +
          element('Day', now.getUTCDate());
        return `<tt:UTCDateTime><tt:Time>${time}</tt:Time><tt:Date>${date}</tt:Date></tt:UTCDateTime>`;
      }
      case 'GetCapabilities':
        return service('Media') + service('PTZ');
      case 'GetProfiles':
        return '<trt:Profiles token="sound"/><trt:Profiles token="main"><tt:PTZConfiguration token="ptz"/></trt:Profiles>';
      case 'GetConfigurationOptions':
        return this.quirks.hasNoFieldOfView
          ? ''
          : '<tt:URI>http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov</tt:URI>';
      case 'GetStatus':
        return `<tt:Position><tt:Zoom x="${this.quirks.zoom ?? 0}"/></tt:Position>`;
      case 'GetPresets':
        if (this.quirks.hasNoPresets) return null;
        return [...this.presets]
          .map(([token, name]) => `<tptz:Preset token="${token}"><tt:Name>${name}</tt:Name></tptz:Preset>`)
          .join('');
    }
    if (value('ProfileToken') !== 'main') return null;
    return this.#carryOut(command, value);
  }

  #carryOut(command: XmlElement, value: (name: string) => string): string | null {
    const panTilt = command.find('PanTilt')?.attributes;
    const [x, y] = [Number(panTilt?.get('x') ?? 0), Number(panTilt?.get('y') ?? 0)];
    const token = value('PresetToken') || `token-${this.presets.size + 1}`;
    const details: Record<string, string> = {
      ContinuousMove: `${x} ${y} ${command.find('Zoom')?.attributes.get('x')}`,
      RelativeMove: `${x} ${y}`,
      GotoPreset: token,
      SetPreset: token,
      RemovePreset: token,
      GotoHomePosition: '',
      Stop: '',
    };
    const detail = details[command.name];
    if (detail === undefined) return null;
    this.heard.push(`${command.name} ${detail}`.trim());
    if (command.name === 'SetPreset') this.presets.set(token, value('PresetName'));
    else if (command.name === 'RemovePreset') this.presets.delete(token);
    else if (command.name === 'RelativeMove') this.turned = { x: this.turned.x + x, y: this.turned.y + y };
    else this.isMoving = command.name === 'ContinuousMove';
    return '';
  }
}

const envelope = (content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${content}</s:Body></s:Envelope>`;
