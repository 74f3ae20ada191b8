import type { Duplex } from 'node:stream';
import { largerThan, mostColumns, tooManyColumns } from '../remote/index.ts';

/** What is known here of a connection of the driver. */
export interface ReadingDriver {
  readonly stream: Duplex;
  /** What is asked, and how many columns are announced for it. */
  readonly _command?: { readonly _fieldCount?: number | null };
  readonly packetParser: PacketParser;
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

interface Packet {
  numPackets: number;
}

const packetHead = 4;
const errorMark = 0xff;

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
