const personKey = 'sl_camera_person';
/** The alphabet of base64url. Each of its 64 characters is as likely for a random byte. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Values of this page alone, where the browser blocks storage: in some private tabs and in other apps. */
const forThisPage = new Map<string, string>();

/** The browser's storage; null where it is blocked. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function read(key: string): string | null {
  return forThisPage.get(key) ?? storage()?.getItem(key) ?? null;
}

function write(key: string, value: string): void {
  try {
    const store = storage();
    if (!store) throw new Error('blocked');
    store.setItem(key, value);
    forThisPage.delete(key);
  } catch {
    forThisPage.set(key, value);
  }
}

function remove(key: string): void {
  forThisPage.delete(key);
  storage()?.removeItem(key);
}

/** The device's memory of an invite, so that it stays the same camera when the page is loaded again. */
export class DeviceMemory {
  readonly #key: string;

  /** @param secret the invite's; its first characters tell invites apart, and open nothing */
  constructor(secret: string) {
    this.#key = `sl_camera_${secret.slice(0, 8)}`;
  }

  /** Proves that this is the same device; undefined before it joins. */
  get deviceSecret(): string | undefined {
    return read(this.#key) ?? undefined;
  }

  /** The name that was given last, by whatever invite; empty before the first. */
  get person(): string {
    return read(personKey) ?? '';
  }

  /** Whether the browser keeps it when the page is closed, as far as the page can tell. */
  get isLasting(): boolean {
    return storage() !== null && forThisPage.size === 0;
  }

  /** Whether another app films in place of this page. */
  get usesApp(): boolean {
    return read(`${this.#key}_app`) !== null;
  }

  set usesApp(usesApp: boolean) {
    if (usesApp) write(`${this.#key}_app`, '1');
    else remove(`${this.#key}_app`);
  }

  /** Whether the person has stopped filming, and has not begun again. */
  get hasStopped(): boolean {
    return read(`${this.#key}_stopped`) !== null;
  }

  set hasStopped(hasStopped: boolean) {
    if (hasStopped) write(`${this.#key}_stopped`, '1');
    else remove(`${this.#key}_stopped`);
  }

  /** Makes this device's secret before it first asks to be a camera, so that a lost answer loses nothing. */
  begin(person: string): void {
    const characters = Array.from(crypto.getRandomValues(new Uint8Array(43)), (byte) => alphabet[byte % 64]);
    this.keep(characters.join(''), person);
  }

  keep(deviceSecret: string, person: string): void {
    write(this.#key, deviceSecret);
    write(personKey, person);
  }

  forget(): void {
    remove(this.#key);
    this.usesApp = false;
    this.hasStopped = false;
  }
}
