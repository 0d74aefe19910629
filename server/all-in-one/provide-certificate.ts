import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import * as x509 from '@peculiar/x509';
import { dayMs, minuteMs } from '@/lib/core/durations';
import { log } from '@/lib/platform/log';
import { readLanAddresses } from '@/lib/platform/process/lan-addresses';
import { Loop } from '@/lib/platform/process/loop';

/** Files of the folder, in PEM. */
const files = {
  authority: 'authority.crt',
  authorityKey: 'authority.key',
  certificate: 'server.crt',
  key: 'server.key',
};

const authorityDays = 10 * 365;
/** Apple accepts no more from an authority that people add (support.apple.com/102028 says 825, for public ones 398). */
const certificateDays = 397;
const renewBeforeDays = 30;
/** Clocks of phones may be slow. */
const clockToleranceMs = dayMs;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A laptop may change its network before a show. */
const checks = { intervalMs: minuteMs, retry: { firstMs: minuteMs, capMs: minuteMs } };

/**
 * Makes a certificate for this machine's present names, and again when they change.
 * @param product the name that a device shows of the authority
 * @returns what looks for changes until it is stopped
 */
export async function followNames(folder: string, product: string): Promise<Loop> {
  const provide = async () => {
    const name = hostname();
    const names = ['localhost', name, `${name}.local`, '127.0.0.1', '::1', ...readLanAddresses()];
    if (await provideCertificate(folder, names, Date.now(), product)) log.info({ names }, 'https: made a certificate');
  };
  await provide();
  const loop = new Loop({ name: 'certificate of https', work: provide, ...checks });
  loop.start();
  return loop;
}

/**
 * Provides a certificate for this machine, by an authority of its own that people trust once. Makes the authority the first
 * time, and a new certificate when names change or the present one ends soon. The keys stay in the folder.
 * @param names host names and addresses
 * @returns whether the certificate is new
 */
export async function provideCertificate(
  folder: string,
  names: string[],
  nowMs = Date.now(),
  product = 'Sightline',
): Promise<boolean> {
  x509.cryptoProvider.set(crypto);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authority = (await readAuthority(folder)) ?? (await makeAuthority(folder, nowMs, product));
  const present = await readFile(path.join(folder, files.certificate), 'utf8').catch(() => null);
  if (present && isUsable(present, authority.certificate, names, nowMs)) return false;
  await makeCertificate(folder, authority, names, nowMs);
  return true;
}

interface Authority {
  certificate: x509.X509Certificate;
  keys: Pick<CryptoKeyPair, 'privateKey'>;
}

/** @returns null where there is none, or only half of one */
async function readAuthority(folder: string): Promise<Authority | null> {
  try {
    const pem = await readFile(path.join(folder, files.authority), 'utf8');
    const key = await readFile(path.join(folder, files.authorityKey), 'utf8');
    const der = x509.PemConverter.decodeFirst(key);
    const privateKey = await crypto.subtle.importKey('pkcs8', der, algorithm, true, ['sign']);
    return { certificate: new x509.X509Certificate(pem), keys: { privateKey } };
  } catch {
    // Missing or damaged: people have to trust a new one, which the trust page tells them.
    return null;
  }
}

async function makeAuthority(folder: string, nowMs: number, product: string): Promise<Authority> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ CN: [`${product} on this network ${newSerial().slice(0, 6)}`] }],
    notBefore: new Date(nowMs - clockToleranceMs),
    notAfter: new Date(nowMs + authorityDays * dayMs),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await write(folder, files.authorityKey, await exportKey(keys.privateKey));
  await write(folder, files.authority, certificate.toString('pem'));
  return { certificate, keys };
}

async function makeCertificate(folder: string, authority: Authority, names: string[], nowMs: number): Promise<void> {
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: `CN=${names[0] ?? 'localhost'}`,
    issuer: authority.certificate.subject,
    notBefore: new Date(nowMs - clockToleranceMs),
    notAfter: new Date(nowMs - clockToleranceMs + certificateDays * dayMs),
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: authority.keys.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value }) as const),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate),
    ],
  });
  await write(folder, files.key, await exportKey(keys.privateKey));
  await write(folder, files.certificate, certificate.toString('pem'));
}

/** Whether a certificate is this authority's, names all of these, and does not end soon. */
function isUsable(pem: string, authority: x509.X509Certificate, names: string[], nowMs: number): boolean {
  try {
    const certificate = new X509Certificate(pem);
    const isOwn = certificate.verify(new X509Certificate(authority.toString('pem')).publicKey);
    const isFresh = certificate.validToDate.getTime() - nowMs > renewBeforeDays * dayMs;
    const namesAll = names.every((name) =>
      isIP(name) === 0 ? certificate.checkHost(name) !== undefined : certificate.checkIP(name) !== undefined,
    );
    return isOwn && isFresh && namesAll;
  } catch {
    return false; // damaged
  }
}

const makeKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const exportKey = async (key: CryptoKey): Promise<string> =>
  x509.PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), x509.PemConverter.PrivateKeyTag);

/** Positive, and not longer than RFC 5280 allows. */
const newSerial = (): string => `1${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')}0`;

/** Whole or not at all, and for this user alone. */
async function write(folder: string, name: string, text: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
