/** What an entry of `tnsnames.ora` says of a database: `(A=(B=c)(D=e))` is A with B and D. */
interface TnsPart {
  readonly name: string;
  value: string;
  readonly parts: TnsPart[];
}

/** As much of an entry as is used here: the first of its addresses. */
export interface TnsEntry {
  readonly host: string;
  readonly port: number;
  readonly isEncrypted: boolean;
  readonly target: { readonly kind: 'service' | 'sid'; readonly name: string };
  /** Whether the server's certificate has to be for a name. */
  readonly checksName: boolean;
  /** The name that it has to be for, where the entry says one. */
  readonly certificateName: string | null;
}

const maxDepth = 20;
const nameBefore = /([A-Za-z][\w.,$ \t-]*?)\s*=\s*$/;

/** The entry of a name, in any letters; null where there is none that can be understood. */
export function findTnsEntry(text: string, alias: string): TnsEntry | null {
  const plain = text.replaceAll(/^[ \t]*#.*$/gm, '');
  for (const { names, start } of entriesOf(plain)) {
    if (!names.some((name) => name.toUpperCase() === alias.toUpperCase())) continue;
    const read = readPart(plain, start);
    return read ? toEntry(read) : null;
  }
  return null;
}

/** The names before brackets that stand in no others. */
function* entriesOf(text: string): Generator<{ readonly names: readonly string[]; readonly start: number }> {
  let depth = 0;
  let behind = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') {
      const names = depth === 0 ? nameBefore.exec(text.slice(Math.max(behind, at - 1000), at))?.[1] : undefined;
      if (names !== undefined) yield { names: names.split(',').map((name) => name.trim()), start: at };
      depth += 1;
    } else if (text[at] === ')') {
      depth -= 1;
      behind = at + 1;
    }
  }
}

/** The part that begins at a bracket; null where it does not end. */
function readPart(text: string, start: number): TnsPart | null {
  const open: TnsPart[] = [];
  const tokens = /\(\s*([A-Za-z_]+)\s*=\s*|\)|"([^"]*)"|[^()"]+/gy;
  tokens.lastIndex = start;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [word, name, quoted] = token;
    const last = open.at(-1);
    if (name !== undefined) {
      const part = { name: name.toUpperCase(), value: '', parts: [] };
      last?.parts.push(part);
      if (open.push(part) > maxDepth) return null;
    } else if (word === ')') {
      const ended = open.pop();
      if (open.length === 0) return ended ?? null;
    } else if (last) last.value += quoted ?? word.trim();
  }
  return null;
}

function toEntry(part: TnsPart): TnsEntry | null {
  const find = (name: string) => findPart(part, name)?.value ?? '';
  const address = findPart(part, 'ADDRESS');
  const inAddress = (name: string) => (address && findPart(address, name)?.value) ?? '';
  const protocol = inAddress('PROTOCOL').toLowerCase();
  const port = Number(inAddress('PORT'));
  const kind = find('SERVICE_NAME') === '' ? 'sid' : 'service';
  const target = { kind, name: find('SERVICE_NAME') || find('SID') } as const;
  const isSound = /^[^\s()=,]+$/.test(inAddress('HOST')) && port >= 1 && port <= 65535 && Number.isInteger(port);
  if (!isSound || !/^tcps?$/.test(protocol) || !/^[\w.$#-]{1,255}$/.test(target.name)) return null;
  return {
    ...{ host: inAddress('HOST'), port, target, isEncrypted: protocol === 'tcps' },
    checksName: !/^(?:no|off|false)$/i.test(find('SSL_SERVER_DN_MATCH')),
    certificateName: /(?:^|,)\s*CN\s*=\s*([^,]+)/i.exec(find('SSL_SERVER_CERT_DN'))?.[1]?.trim() ?? null,
  };
}

/** The first of such a name, wherever it stands. */
function findPart(part: TnsPart, name: string): TnsPart | null {
  if (part.name === name) return part;
  for (const inside of part.parts) {
    const found = findPart(inside, name);
    if (found) return found;
  }
  return null;
}
