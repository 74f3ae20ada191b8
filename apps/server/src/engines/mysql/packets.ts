import type { Duplex } from 'node:stream';
import { largerThan, mostColumns, tooManyColumns } from '../remote/index.ts';
import type { RowPacket } from './row-cells.ts';

/** What is known here of a connection of the driver. */
export interface ReadingDriver {
  readonly stream: Duplex;
  /** What is asked, and how many columns are announced for it. */
  readonly _command?: { readonly _fieldCount?: number | null };
  readonly packetParser: PacketParser;
  readonly _paused: boolean;
  /** It failed; what still comes is passed over. */
  readonly _fatalError: unknown;
  /** Which number the next packet of an answer has. */
  sequenceId: number;
  on(event: 'warn', listener: (error: Error) => void): void;
}

/** Of a row, or of anything else that the driver puts together before it is read. */
const largestPacket = 128 * 1024 * 1024;
const largestPart = 16 * 1024 * 1024;
/** The driver writes a line for each packet that is out of order. */
const mostWarnings = 100;
/** The parts of the driver's reader that put large packets together; its version is fixed. */
interface PacketParser {
  largePacketParts: PacketParts | readonly Buffer[];
  readonly firstPacketSequenceId: number;
  readonly _reusablePacket: { readonly constructor: unknown };
  _flushLargePacket(this: PacketParser): void;
  onPacket(packet: Packet): void;
}

interface Packet extends RowPacket {
  numPackets: number;
  readonly sequenceId: number;
}

/** Reads one row after the other. */
export interface RowReader {
  next(packet: RowPacket): void;
  /** What is left. */
  end(): Promise<void>;
}

const packetHead = 4;
const errorMark = 0xff;
/** No row that is shorter begins with the mark of an end. */
const endMark = 0xfe;
const longestEnd = 12;
const sequenceNumbers = 256;

/** The pieces of a large packet, each put in its place as it comes: at the end they would be copied in one go. */
class PacketParts {
  length = 0;
  private bytes: Buffer | null = null;
  private filled = packetHead;

  /** No row begins so. */
  get isError(): boolean {
    return this.bytes?.[packetHead] === errorMark;
  }

  get isTooLong(): boolean {
    return this.filled > largestPacket;
  }

  push(part: Buffer): void {
    this.bytes ??= Buffer.allocUnsafeSlow(packetHead + largestPacket + largestPart);
    this.filled += part.copy(this.bytes, this.filled);
    this.length += 1;
  }

  take(): Buffer {
    const bytes = this.bytes?.subarray(0, this.filled) ?? Buffer.alloc(packetHead);
    this.bytes = null;
    this.filled = packetHead;
    this.length = 0;
    return bytes;
  }
}

/** Tells by `cut` of what is too large, before it is put together, or of no order. */
export function watchPackets(inside: ReadingDriver, cut: (reason: Error) => void): void {
  let warnings = 0;
  inside.on('warn', (error) => {
    warnings += 1;
    if (warnings > mostWarnings) cut(error);
  });
  const parts = new PacketParts();
  inside.packetParser.largePacketParts = parts;
  inside.packetParser._flushLargePacket = function flush() {
    const Packet = this._reusablePacket.constructor as new (
      id: number,
      body: Buffer,
      start: number,
      end: number,
    ) => Packet;
    const count = parts.length;
    const body = parts.take();
    const packet = new Packet(this.firstPacketSequenceId, body, 0, body.length);
    packet.numPackets = count;
    this.onPacket(packet);
  };
  inside.stream.on('data', () => {
    const { _command: command } = inside;
    if (parts.isError) cut(largerThan('A message of the database', largestPart));
    if (parts.isTooLong) cut(largerThan('A row', largestPacket));
    if ((command?._fieldCount ?? 0) > mostColumns) cut(tooManyColumns());
  });
}

/**
 * Hands rows to their reader without the driver's way from its parser over its connection to the command, which takes longer than
 * reading them. What is no row, and what comes while the connection is held, goes the driver's way. Ends when what it returns is called.
 */
export function takeRows(inside: ReadingDriver, reader: RowReader, cut: (reason: Error) => void): () => void {
  const { packetParser } = inside;
  const { onPacket } = packetParser;
  packetParser.onPacket = (packet) => {
    const isInOrder = inside.sequenceId === packet.sequenceId;
    if (!isInOrder || inside._paused || inside._fatalError || !isRow(packet)) return onPacket(packet);
    inside.sequenceId = (packet.sequenceId + packet.numPackets) % sequenceNumbers;
    try {
      reader.next(packet);
    } catch (error) {
      cut(error as Error);
    }
  };
  return () => {
    packetParser.onPacket = onPacket;
  };
}

function isRow({ buffer, offset, end }: RowPacket): boolean {
  const first = buffer[offset];
  return first !== errorMark && (first !== endMark || end - offset > longestEnd);
}
