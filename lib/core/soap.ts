/**
 * Reads the answers of SOAP services: elements and attributes by their local names. It knows no document types, so no answer
 * can define entities, and it reads each character once, because answers come from strangers.
 */

const maxDepth = 64;
/** An element's name with its attributes. */
const maxTagLength = 4_096;

export class XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[] = [];
  text = '';

  constructor(name: string, attributes: ReadonlyMap<string, string>) {
    this.name = name;
    this.attributes = attributes;
  }

  /** All elements of a name, at any depth. */
  all(name: string): XmlElement[] {
    return this.children.flatMap((child) => [...(child.name === name ? [child] : []), ...child.all(name)]);
  }

  /** The first element at the end of a path, each part at any depth below the one before. */
  find(...path: [string, ...string[]]): XmlElement | undefined {
    const [name, ...rest] = path;
    const [next, ...others] = rest;
    for (const element of this.all(name)) {
      const found = next === undefined ? element : element.find(next, ...others);
      if (found) return found;
    }
    return undefined;
  }
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replaceAll(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1);

function readTag(body: string): XmlElement {
  const [, name = ''] = /^([^\s/]+)/.exec(body) ?? [];
  const attributes = new Map<string, string>();
  for (const [, attribute = '', , value = ''] of body.matchAll(/\s([^\s=]+)\s*=\s*(["'])(.*?)\2/gs)) {
    attributes.set(localName(attribute), decode(value));
  }
  return new XmlElement(localName(name), attributes);
}

/** @returns the document; null for what is no whole XML, and for what no SOAP service needs */
export function readXml(text: string): XmlElement | null {
  const root = new XmlElement('', new Map());
  const open = [root];
  let at = 0;
  for (let tag = text.indexOf('<'); tag >= 0; tag = text.indexOf('<', at)) {
    const current = open.at(-1) ?? root;
    current.text += decode(text.slice(at, tag));
    const isAside = text.startsWith('<!--', tag) || text.startsWith('<?', tag);
    const closing = text.startsWith('<!--', tag) ? '-->' : text.startsWith('<?', tag) ? '?>' : '>';
    const end = text.indexOf(closing, tag);
    if (end < 0) return null;
    at = end + closing.length;
    if (isAside) continue;
    const body = text.slice(tag + 1, end);
    if (body.startsWith('!') || body.length > maxTagLength || open.length > maxDepth) return null;
    if (body.startsWith('/')) {
      if (open.length === 1 || open.pop()?.name !== localName(body.slice(1).trim())) return null;
      continue;
    }
    const element = readTag(body);
    current.children.push(element);
    if (!body.endsWith('/')) open.push(element);
  }
  return open.length === 1 && root.children.length > 0 ? root : null;
}
