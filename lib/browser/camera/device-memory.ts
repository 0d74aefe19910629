const personKey = 'sl_camera_person';
/** The alphabet of base64url. Each of its 64 characters is as likely for a random byte. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The device's memory of an invite, so that it stays the same camera when the page is loaded again. */
export class DeviceMemory {
  readonly #key: string;

  /** @param secret the invite's; its first characters tell invites apart, and open nothing */
  constructor(secret: string) {
    this.#key = `sl_camera_${secret.slice(0, 8)}`;
  }

  /** Proves that this is the same device; undefined before it joins. */
  get deviceSecret(): string | undefined {
    return localStorage.getItem(this.#key) ?? undefined;
  }

  /** The name that was given last, by whatever invite; empty before the first. */
  get person(): string {
    return localStorage.getItem(personKey) ?? '';
  }

  /** Whether another app films in place of this page. */
  get usesApp(): boolean {
    return localStorage.getItem(`${this.#key}_app`) !== null;
  }

  set usesApp(usesApp: boolean) {
    if (usesApp) localStorage.setItem(`${this.#key}_app`, '1');
    else localStorage.removeItem(`${this.#key}_app`);
  }

  /** Makes this device's secret before it first asks to be a camera, so that a lost answer loses nothing. */
  begin(person: string): void {
    const characters = Array.from(crypto.getRandomValues(new Uint8Array(43)), (byte) => alphabet[byte % 64]);
    this.keep(characters.join(''), person);
  }

  keep(deviceSecret: string, person: string): void {
    localStorage.setItem(this.#key, deviceSecret);
    localStorage.setItem(personKey, person);
  }

  forget(): void {
    localStorage.removeItem(this.#key);
    this.usesApp = false;
  }
}
