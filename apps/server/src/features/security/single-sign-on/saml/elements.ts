/**
 * A reader of the short documents by which a provider signs people out. They are signed as they travel, so that nothing in
 * them can be another's; what hides text or multiplies it is refused all the same.
 */
export interface Element {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Open extends Element {
  readonly tag: string;
  readonly children: Element[];
  readonly prefixes: ReadonlyMap<string, string>;
  text: string;
}

const deepest = 20;
const token =
  /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/** The outermost element. Throws for whatever is no sound document of elements, attributes and text. */
export function readElements(xml: string): Element {
  const body = xml.replace(/^\uFEFF?\s*<\?xml[^<>?]*\?>/, '').trim();
  const around: Open = newElement('', new Map(), {});
  const open: Open[] = [around];
  token.lastIndex = 0;
  for (let at = 0; at < body.length; at = token.lastIndex) {
    const found = token.exec(body);
    if (!found) throw new Error('It is no document of elements and text.');
    take(found, open);
  }
  const [root, ...more] = around.children;
  if (open.length !== 1 || !root || more.length > 0 || around.text !== '') throw new Error('It is no whole document.');
  return root;
}

function take([, end = '', tag = '', said = '', isEmpty = '', text]: RegExpExecArray, open: Open[]): void {
  const inside = open.at(-1);
  if (!inside) throw new Error('It ends twice.');
  if (text !== undefined) {
    inside.text += unescaped(text);
    return;
  }
  if (end === '/') {
    if (inside.tag !== tag || said !== '' || isEmpty !== '')
      throw new Error('Its elements do not fit into each other.');
    open.pop();
    return;
  }
  const attributes = readAttributes(said);
  const element = newElement(tag, withPrefixes(inside.prefixes, attributes), attributes);
  inside.children.push(element);
  if (isEmpty === '') open.push(element);
  if (open.length > deepest) throw new Error('It is nested too deeply.');
}

function newElement(tag: string, prefixes: Open['prefixes'], attributes: Element['attributes']): Open {
  const [first = '', second] = tag.split(':');
  const namespace = prefixes.get(second === undefined ? '' : first) ?? '';
  return { tag, prefixes, attributes, namespace, name: second ?? first, children: [], text: '' };
}

function readAttributes(said: string): Readonly<Record<string, string>> {
  const found = [...said.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const attributes = found.map(([, name = '', one, other]): [string, string] => [name, unescaped(one ?? other ?? '')]);
  if (new Set(attributes.map(([name]) => name)).size !== attributes.length) throw new Error('It says something twice.');
  return Object.fromEntries(attributes);
}

function withPrefixes(known: Open['prefixes'], attributes: Element['attributes']): Open['prefixes'] {
  const said = Object.entries(attributes).flatMap(([name, value]): [string, string][] => {
    if (name === 'xmlns') return [['', value]];
    return name.startsWith('xmlns:') ? [[name.slice(6), value]] : [];
  });
  return said.length === 0 ? known : new Map([...known, ...said]);
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&([^;]{0,10};?)/g, (_all, inner: string) => {
    const [, decimal, hex] = /^#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));$/.exec(inner) ?? [];
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const sign = inner.endsWith(';') ? entities[inner.slice(0, -1)] : undefined;
    if (sign === undefined) throw new Error('It holds an entity that is not known.');
    return sign;
  });
}
