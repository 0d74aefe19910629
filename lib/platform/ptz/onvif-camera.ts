import { secondMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { escapeMarkup } from '@/lib/core/escape-markup';
import type { PicturePoint } from '@/lib/core/ptz-centering';
import type { XmlElement } from '@/lib/core/soap';
import type { PtzSpeeds } from '@/lib/core/visca';
import { log } from '@/lib/platform/log';
import { LoginRefusal, OnvifLink, type OnvifLinkOptions } from './onvif-link';
import { CameraRefusal, type PtzAct, type PtzCamera, type PtzDrive } from './ptz-camera';

const devicePath = '/onvif/device_service';
/** A camera that hears no stop stops by itself after this; pages repeat a move sooner. */
const moveTimeout = 'PT1S';
/** At full tele the slowest speeds still move, and the fastest do not jump. */
const teleSpeedFactor = 0.15;

const device = 'xmlns="http://www.onvif.org/ver10/device/wsdl"';
const media = 'xmlns="http://www.onvif.org/ver10/media/wsdl"';
const ptz = 'xmlns="http://www.onvif.org/ver20/ptz/wsdl"';
const schema = 'xmlns="http://www.onvif.org/ver10/schema"';
const fieldOfView = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/TranslationSpaceFov';

/** The camera's name of a preset that was stored here. */
const presetName = (preset: number): string => `Sightline ${preset}`;

interface OnvifCameraOptions extends OnvifLinkOptions {
  /** The camera lets the server in no more: another login needs another connection. */
  onEnd?(): void;
}

/** A camera's own account of itself. */
interface CameraFacts {
  /** Where its PTZ service is. */
  path: string;
  /** The token of its first profile that can be moved. */
  profile: string;
  turnsToPoints: boolean;
}

/** A camera that is moved by ONVIF (Profile S and T). */
export class OnvifCamera implements PtzCamera {
  readonly #link: OnvifLink;
  readonly #facts: CameraFacts;
  readonly #onEnd: (() => void) | undefined;

  /** @throws AppError `conflict` for a camera that is silent, lets the server not in, or cannot be moved */
  static async open(options: OnvifCameraOptions): Promise<OnvifCamera> {
    const link = new OnvifLink(options);
    try {
      return new OnvifCamera(link, await readFacts(link), options.onEnd);
    } catch (error) {
      link.close();
      throw error;
    }
  }

  private constructor(link: OnvifLink, facts: CameraFacts, onEnd: (() => void) | undefined) {
    this.#link = link;
    this.#facts = facts;
    this.#onEnd = onEnd;
  }

  drivesFor({ pan, tilt, zoom }: PtzSpeeds, zoomPosition: number): PtzDrive[] {
    const isStill = pan === 0 && tilt === 0 && zoom === 0;
    const factor = 1 - (1 - teleSpeedFactor) * zoomPosition;
    const message = isStill
      ? this.#message('Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>')
      : this.#message(
          'ContinuousMove',
          `<Velocity><PanTilt x="${round(pan * factor)}" y="${round(tilt * factor)}" ${schema}/><Zoom x="${round(zoom)}" ${schema}/></Velocity><Timeout>${moveTimeout}</Timeout>`,
        );
    return [{ lane: 'all', key: message, send: () => this.#call(message) }];
  }

  async act(command: PtzAct): Promise<unknown> {
    if (command.action === 'home') return this.#call(this.#message('GotoHomePosition'));
    const token = await this.#findPreset(command.preset);
    if (command.action === 'store') {
      const at = token === null ? '' : `<PresetToken>${escapeMarkup(token)}</PresetToken>`;
      return this.#call(this.#message('SetPreset', `<PresetName>${presetName(command.preset)}</PresetName>${at}`));
    }
    if (token === null) throw new CameraRefusal(`The camera has no preset ${command.preset}.`);
    const action = command.action === 'recall' ? 'GotoPreset' : 'RemovePreset';
    return this.#call(this.#message(action, `<PresetToken>${escapeMarkup(token)}</PresetToken>`));
  }

  /** The camera knows its own angle of view, so that there is nothing to learn. */
  async center({ x, y }: PicturePoint): Promise<boolean> {
    if (!this.#facts.turnsToPoints)
      throw new CameraRefusal('This camera cannot turn to a point by ONVIF. Drag instead.');
    const move = `<Translation><PanTilt x="${round(x)}" y="${round(y)}" space="${fieldOfView}" ${schema}/></Translation>`;
    await this.#call(this.#message('RelativeMove', move));
    return false;
  }

  async readZoom(): Promise<number | null> {
    const status = await this.#call(this.#message('GetStatus'));
    const position = Number(status.find('Position', 'Zoom')?.attributes.get('x') ?? Number.NaN);
    return position >= 0 && position <= 1 ? position : null;
  }

  close(): void {
    this.#link.close();
  }

  /** @returns the camera's token of a preset: of one that was stored here, else of the camera's own with that number */
  async #findPreset(preset: number): Promise<string | null> {
    const presets = (await this.#call(this.#message('GetPresets'))).all('Preset');
    const stored = presets.find((one) => one.find('Name')?.text.trim() === presetName(preset));
    const numbered = presets.find(({ attributes }) => attributes.get('token') === String(preset));
    return (stored ?? numbered)?.attributes.get('token') ?? null;
  }

  #message(action: string, content = ''): string {
    return `<${action} ${ptz}><ProfileToken>${escapeMarkup(this.#facts.profile)}</ProfileToken>${content}</${action}>`;
  }

  async #call(message: string): Promise<XmlElement> {
    try {
      return await this.#link.call(this.#facts.path, message);
    } catch (error) {
      if (error instanceof LoginRefusal) this.#onEnd?.();
      throw error;
    }
  }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;

const cannotMove = () => new AppError('conflict', 'This camera says by ONVIF that it cannot be moved.');

/** Asks a camera what has to be known before it can be moved. */
async function readFacts(link: OnvifLink): Promise<CameraFacts> {
  link.clockAheadMs = await readClock(link);
  const everything = `<GetCapabilities ${device}><Category>All</Category></GetCapabilities>`;
  const capabilities = await link.call(devicePath, everything);
  const mediaPath = pathOf(capabilities, 'Media');
  const path = pathOf(capabilities, 'PTZ');
  if (mediaPath === null || path === null) throw cannotMove();
  const profiles = (await link.call(mediaPath, `<GetProfiles ${media}/>`)).all('Profiles');
  const movable = profiles.find((one) => one.find('PTZConfiguration'));
  const profile = movable?.attributes.get('token');
  const configuration = movable?.find('PTZConfiguration')?.attributes.get('token');
  if (profile === undefined) throw cannotMove();
  const turnsToPoints = configuration !== undefined && (await knowsFieldOfView(link, path, configuration));
  return { path, profile, turnsToPoints };
}

/** @returns by how much the camera's clock is ahead; 0 where it does not say */
async function readClock(link: OnvifLink): Promise<number> {
  try {
    const answer = await link.call(devicePath, `<GetSystemDateAndTime ${device}/>`, true);
    const utc = answer.find('UTCDateTime');
    const part = (name: string) => Number(utc?.find(name)?.text ?? Number.NaN);
    const time = Date.UTC(part('Year'), part('Month') - 1, part('Day'), part('Hour'), part('Minute'), part('Second'));
    // A camera whose clock was never set is years behind; no clock is off by less than it takes to ask.
    return Number.isNaN(time) || Math.abs(time - Date.now()) < 2 * secondMs ? 0 : time - Date.now();
  } catch (error) {
    if (!(error instanceof CameraRefusal)) throw error;
    log.debug({ err: error }, 'ptz: an ONVIF camera does not say its time');
    return 0;
  }
}

/** Where a service is on the camera. Its host may be wrong behind a router, and is not followed. */
function pathOf(capabilities: XmlElement, service: string): string | null {
  const address = capabilities.find(service, 'XAddr')?.text.trim() ?? '';
  if (!URL.canParse(address)) return null;
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

async function knowsFieldOfView(link: OnvifLink, path: string, configuration: string): Promise<boolean> {
  const token = `<ConfigurationToken>${escapeMarkup(configuration)}</ConfigurationToken>`;
  try {
    const options = await link.call(path, `<GetConfigurationOptions ${ptz}>${token}</GetConfigurationOptions>`);
    return options.all('URI').some(({ text }) => text.trim() === fieldOfView);
  } catch (error) {
    if (!(error instanceof CameraRefusal)) throw error;
    return false;
  }
}
