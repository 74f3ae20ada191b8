import { createServer, type Socket } from 'node:net';
import {
  AndFilter,
  type BerReader,
  BerWriter,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  NotFilter,
  OrFilter,
  PresenceFilter,
  BerReader as Reader,
} from 'ldapts';

/** One entry of a directory; `password` is what `bind` takes. */
export interface DirectoryEntry {
  readonly dn: string;
  readonly password?: string;
  readonly attributes: Readonly<Record<string, readonly (string | Buffer)[]>>;
}

/** A directory (LDAP) on a loopback port that keeps what it is given, as far as signing in asks of one. */
export interface DirectoryServer {
  /** For `POWERSET_LDAP_URL`. */
  readonly url: string;
  readonly put: (entry: DirectoryEntry) => void;
  readonly remove: (dn: string) => void;
  /** As whom somebody tried to come in, and whether with the right password. */
  readonly tries: readonly { readonly dn: string; readonly isRight: boolean }[];
  /** `silent` takes questions and answers none; `nonsense` answers with this text; `refusing` says that it is busy. */
  /** Of an attribute no more values are told at once; null for all. As Active Directory does. */
  readonly setLongest: (values: number | null) => void;
  readonly setMode: (mode: 'usual' | 'silent' | 'refusing' | { readonly nonsense: Buffer }) => void;
  readonly stop: () => Promise<void>;
}

interface DirectoryOptions {
  /** Who may search; without it everybody. */
  readonly reader?: string;
}

type Mode = Parameters<DirectoryServer['setMode']>[0];

interface World {
  readonly entries: Map<string, DirectoryEntry>;
  readonly tries: { dn: string; isRight: boolean }[];
  readonly options: DirectoryOptions;
  mode: Mode;
  longest: number | null;
}

/** Numbers of RFC 4511: what is asked and answered, and how it went. */
const asked = { bind: 0x60, search: 0x63 } as const;
const answered = { bind: 0x61, entry: 0x64, search: 0x65 } as const;
const results = { done: 0, tooMany: 4, wrong: 49, notAllowed: 50, busy: 51 } as const;

const keyOf = (dn: string) => dn.toLowerCase().replaceAll(/\s*([,=])\s*/g, '$1');

export async function startDirectoryServer(options: DirectoryOptions = {}): Promise<DirectoryServer> {
  // The client writes such conditions rightly, and reads them from the wrong place.
  PresenceFilter.prototype.parseFilter = function (reader: BerReader) {
    const end = reader.offset + reader.length;
    this.attribute = reader.buffer.toString('utf8', reader.offset, end);
    reader.offset = end;
  };
  const world: World = { entries: new Map(), tries: [], options, mode: 'usual', longest: null };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    listen({ socket, world, visitor: { dn: '' } });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `ldap://127.0.0.1:${port}`,
    tries: world.tries,
    put: (entry) => void world.entries.set(keyOf(entry.dn), entry),
    remove: (dn) => void world.entries.delete(keyOf(dn)),
    setLongest: (values) => {
      world.longest = values;
    },
    setMode: (mode) => {
      world.mode = mode;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Visitor {
  /** As whom; empty for nobody. */
  dn: string;
}

interface Conversation {
  readonly socket: Socket;
  readonly visitor: Visitor;
  readonly world: World;
}

function listen(conversation: Conversation): void {
  const { socket } = conversation;
  let heard: Buffer = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => {
    heard = Buffer.concat([heard, part]);
    for (;;) {
      const reader = new Reader(heard);
      if (reader.readSequence() === null || reader.length > reader.remain) return;
      const end = reader.offset + reader.length;
      const message = heard.subarray(0, end);
      heard = heard.subarray(end);
      answer(message, conversation);
    }
  });
}

function answer(message: Buffer, conversation: Conversation): void {
  const { socket, world } = conversation;
  if (world.mode === 'silent') return;
  if (typeof world.mode === 'object') {
    socket.write(world.mode.nonsense);
    return;
  }
  const reader = new Reader(message);
  reader.readSequence();
  const id = reader.readInt() ?? 0;
  const kind = reader.readSequence();
  if (kind === asked.bind) answerBind(id, reader, conversation);
  else if (kind === asked.search) answerSearch(id, reader, conversation);
  else socket.end();
}

function answerBind(id: number, reader: BerReader, { socket, visitor, world }: Conversation): void {
  reader.readInt();
  const dn = reader.readString() ?? '';
  const password = reader.readString(0x80) ?? '';
  if (world.mode === 'refusing') {
    say(socket, { id, kind: answered.bind, result: results.busy });
    return;
  }
  const entry = world.entries.get(keyOf(dn));
  // RFC 4513, 5.1.2: a name without a password is nobody, to whom many directories say yes.
  const isRight = password === '' || (entry?.password !== undefined && entry.password === password);
  world.tries.push({ dn, isRight });
  visitor.dn = isRight && password !== '' ? dn : '';
  say(socket, { id, kind: answered.bind, result: isRight ? results.done : results.wrong });
}

function answerSearch(id: number, reader: BerReader, { socket, visitor, world }: Conversation): void {
  const { reader: whoReads } = world.options;
  const base = keyOf(reader.readString() ?? '');
  reader.readEnumeration();
  reader.readEnumeration();
  const limit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  const filter = FilterParser.parse(reader);
  const wanted = readWanted(reader);
  if (whoReads !== undefined && keyOf(whoReads) !== keyOf(visitor.dn)) {
    say(socket, { id, kind: answered.search, result: results.notAllowed });
    return;
  }
  const found = [...world.entries].filter(([key, entry]) => key.endsWith(base) && matches(filter, entry));
  const asked = limit > 0 ? found.slice(0, limit) : found;
  for (const [, entry] of asked) sayEntry(socket, id, inParts(entry, wanted, world.longest));
  say(socket, {
    id,
    kind: answered.search,
    result: limit > 0 && found.length > limit ? results.tooMany : results.done,
  });
}

function readWanted(reader: BerReader): readonly string[] {
  const names: string[] = [];
  if (reader.readSequence() === null) return names;
  const end = reader.offset + reader.length;
  while (reader.offset < end) names.push(reader.readString() ?? '');
  return names;
}

/** The entry with the part of each long attribute that is asked for, under a name that says which. */
function inParts(entry: DirectoryEntry, wanted: readonly string[], longest: number | null): DirectoryEntry {
  if (longest === null) return entry;
  const attributes = Object.entries(entry.attributes).map(([name, values]) => {
    const range = wanted.find((asked) => asked.toLowerCase().startsWith(`${name.toLowerCase()};range=`));
    const start = Number(/;range=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    if (values.length <= longest) return [name, values];
    const isLast = start + longest >= values.length;
    const part = values.slice(start, start + longest);
    return [`${name};range=${start}-${isLast ? '*' : start + longest - 1}`, part];
  });
  return { ...entry, attributes: Object.fromEntries(attributes) };
}

function matches(filter: Filter, entry: DirectoryEntry): boolean {
  if (filter instanceof AndFilter) return filter.filters.every((part) => matches(part, entry));
  if (filter instanceof OrFilter) return filter.filters.some((part) => matches(part, entry));
  if (filter instanceof NotFilter) return !matches(filter.filter, entry);
  if (filter instanceof PresenceFilter) return valuesOf(entry, filter.attribute).length > 0;
  if (filter instanceof EqualityFilter) return hasValue(entry, filter.attribute, String(filter.value));
  if (filter instanceof ExtensibleFilter) return hasValue(entry, filter.matchType, String(filter.value));
  throw new Error(`This directory knows no filter like ${filter.constructor.name}.`);
}

function valuesOf(entry: DirectoryEntry, attribute: string): readonly (string | Buffer)[] {
  const name = Object.keys(entry.attributes).find((key) => key.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? [] : (entry.attributes[name] ?? []);
}

function hasValue(entry: DirectoryEntry, attribute: string, value: string): boolean {
  return valuesOf(entry, attribute).some((own) => keyOf(String(own)) === keyOf(value));
}

interface Said {
  readonly id: number;
  readonly kind: number;
  readonly result: number;
}

function say(socket: Socket, { id, kind, result }: Said): void {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(kind);
  writer.writeEnumeration(result);
  writer.writeString('');
  writer.writeString('');
  writer.endSequence();
  writer.endSequence();
  socket.write(writer.buffer);
}

function sayEntry(socket: Socket, id: number, { dn, attributes }: DirectoryEntry): void {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(answered.entry);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, values] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    for (const value of values)
      if (typeof value === 'string') writer.writeString(value);
      else writer.writeBuffer(value, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  socket.write(writer.buffer);
}
