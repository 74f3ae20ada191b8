import StreamParser from 'tedious/lib/token/stream-parser.js';

/** What is not read yet is copied with each packet up to this size. */
const shortBytes = 64 * 1024;

interface Room {
  readonly bytes: Buffer;
  filled: number;
}

const rooms = new WeakMap<StreamParser, Room>();
let isDone = false;

/**
 * Lets the driver put what comes of a long value behind what it has: it copies all of that anew with each packet of four kilobytes, which
 * for a value of a hundred megabytes takes minutes.
 */
export function gatherLongValues(): void {
  if (isDone) return;
  isDone = true;
  StreamParser.prototype.waitForChunk = async function waitForChunk(this: StreamParser) {
    const { value, done } = (await this.iterator.next()) as IteratorResult<Buffer, undefined>;
    if (done) throw new Error('unexpected end of data');
    const left = this.buffer.length - this.position;
    if (left === 0) this.buffer = value;
    else if (left <= shortBytes) this.buffer = Buffer.concat([this.buffer.subarray(this.position), value]);
    else this.buffer = putBehind(this, left, value);
    if (left <= shortBytes) rooms.delete(this);
    this.position = 0;
  };
}

/** What was read before stays where it lies: values are parts of it. */
function putBehind(parser: StreamParser, left: number, piece: Buffer): Buffer {
  const known = rooms.get(parser);
  const room = known && known.filled + piece.length <= known.bytes.length ? known : widerRoom(parser, left, piece);
  piece.copy(room.bytes, room.filled);
  room.filled += piece.length;
  return room.bytes.subarray(room.filled - left - piece.length, room.filled);
}

function widerRoom(parser: StreamParser, left: number, piece: Buffer): Room {
  const bytes = Buffer.allocUnsafeSlow((left + piece.length) * 2);
  parser.buffer.copy(bytes, 0, parser.position);
  const room = { bytes, filled: left };
  rooms.set(parser, room);
  return room;
}
