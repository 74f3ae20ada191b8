const zero = 0x30;
const minus = 0x2d;
const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;
const shortPhraseBytes = 64;
const fourDigitsOver = 10_000;
const eightDigitsOver = 100_000_000;
/** A phrase and a number are written four bytes at a time: up to three of them are written over by what comes next. */
const overshoot = 3;
/** Numbers with at most two decimals are written by their digits while these are exact. */
const largestHundredths = 1e15;

/** A text that is written often, in the shape in which that is quickest. */
export interface Phrase {
  readonly bytes: Uint8Array;
  /** The same bytes four by four, little end first. */
  readonly quads: Uint32Array;
}

export function toPhrase(text: string): Phrase {
  const bytes = Buffer.from(text);
  const padded = new DataView(new ArrayBuffer(bytes.length + overshoot));
  for (const [index, byte] of bytes.entries()) padded.setUint8(index, byte);
  const quads = Uint32Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) => padded.getUint32(at * 4, true));
  return { bytes, quads };
}

/** The digits of every number below 10,000 as four bytes: from the left, and with zeros before them. */
const leftDigits = Uint32Array.from({ length: fourDigitsOver }, (_, value) => toQuad(String(value).padEnd(4)));
const paddedDigits = Uint32Array.from({ length: fourDigitsOver }, (_, value) => toQuad(String(value).padStart(4, '0')));

function toQuad(text: string): number {
  return text.charCodeAt(0) + (text.charCodeAt(1) << 8) + (text.charCodeAt(2) << 16) + text.charCodeAt(3) * 2 ** 24;
}

/**
 * Writes JSON into memory byte by byte. Most of a big answer is numbers and plain text that already lies there as UTF-8:
 * making strings of them, joining those and encoding them again would be most of the time that the answer takes.
 */
export class JsonBytes {
  private buffer: Buffer;
  private view: DataView;
  private at = 0;
  private full: Buffer[] = [];

  constructor(private readonly portionBytes: number) {
    this.buffer = Buffer.allocUnsafeSlow(portionBytes);
    this.view = viewOf(this.buffer);
  }

  /** Portions that are full; they are handed over once. */
  takeFull(): readonly Buffer[] {
    const taken = this.full;
    this.full = [];
    return taken;
  }

  /** Everything that was not handed over yet. */
  takeAll(): readonly Buffer[] {
    this.turnOver(this.portionBytes);
    return this.takeFull();
  }

  phrase({ bytes, quads }: Phrase): void {
    const count = bytes.length;
    this.reserve(count + overshoot);
    const { view, at } = this;
    if (count > shortPhraseBytes) this.buffer.set(bytes, at);
    else for (let index = 0; index < quads.length; index++) view.setUint32(at + index * 4, quads[index]!, true);
    this.at = at + count;
  }

  /** A text of ASCII, as it is. */
  ascii(text: string): void {
    const count = text.length;
    this.reserve(count);
    for (let index = 0; index < count; index++) this.buffer[this.at + index] = text.charCodeAt(index);
    this.at += count;
  }

  utf8(text: string): void {
    this.reserve(text.length * 3);
    this.at += this.buffer.write(text, this.at);
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.at++] = value;
  }

  /** A JSON string of bytes that are UTF-8 already. */
  string(bytes: Uint8Array, start: number, end: number): void {
    this.reserve(end - start + 2);
    let at = this.at;
    this.buffer[at++] = quote;
    for (let index = start; index < end; index++) {
      const byte = bytes[index]!;
      if (byte < firstPrintable || byte === quote || byte === backslash) {
        this.utf8(JSON.stringify(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')));
        return;
      }
      this.buffer[at++] = byte;
    }
    this.buffer[at++] = quote;
    this.at = at;
  }

  /** A number as `JSON.stringify` writes it: null where JSON has none. */
  number(value: number): void {
    if ((value | 0) === value) this.int32(value);
    else if (Number.isSafeInteger(value)) this.safeInteger(value);
    else if (Number.isFinite(value)) this.fraction(value);
    else this.ascii('null');
  }

  private fraction(value: number): void {
    const hundredths = Math.round(value * 100);
    if (hundredths / 100 === value && Math.abs(hundredths) < largestHundredths) this.hundredths(hundredths);
    else this.ascii(String(value));
  }

  private int32(value: number): void {
    this.reserve(12 + overshoot);
    if (value < 0) this.buffer[this.at++] = minus;
    // The smallest one has no positive counterpart among 32-bit integers.
    this.digits(value < 0 ? -value : value);
  }

  private safeInteger(value: number): void {
    this.reserve(20 + overshoot);
    if (value < 0) this.buffer[this.at++] = minus;
    const size = Math.abs(value);
    const high = Math.floor(size / eightDigitsOver);
    if (high === 0) {
      this.digits(size);
      return;
    }
    this.digits(high);
    this.eightDigits(size - high * eightDigitsOver);
  }

  private hundredths(value: number): void {
    const size = Math.abs(value);
    const whole = Math.floor(size / 100);
    const rest = size - whole * 100;
    if (value < 0) this.byte(minus);
    this.safeInteger(whole);
    this.reserve(3);
    this.buffer[this.at++] = 0x2e;
    const tens = (rest / 10) | 0;
    this.buffer[this.at++] = zero + tens;
    if (rest > tens * 10) this.buffer[this.at++] = zero + (rest - tens * 10);
  }

  private digits(value: number): void {
    if (value < fourDigitsOver) {
      this.view.setUint32(this.at, leftDigits[value]!, true);
      this.at += countDigits(value);
      return;
    }
    const high = Math.floor(value / fourDigitsOver);
    // Ten digits at most come here, so this calls itself twice at most.
    this.digits(high);
    this.fourDigits(value - high * fourDigitsOver);
  }

  private eightDigits(value: number): void {
    const high = (value / fourDigitsOver) | 0;
    this.fourDigits(high);
    this.fourDigits(value - high * fourDigitsOver);
  }

  private fourDigits(value: number): void {
    this.view.setUint32(this.at, paddedDigits[value]!, true);
    this.at += 4;
  }

  private reserve(count: number): void {
    if (this.at + count > this.buffer.length) this.turnOver(Math.max(count, this.portionBytes));
  }

  private turnOver(nextBytes: number): void {
    if (this.at > 0) this.full.push(this.buffer.subarray(0, this.at));
    this.buffer = Buffer.allocUnsafeSlow(nextBytes);
    this.view = viewOf(this.buffer);
    this.at = 0;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Of a number below 10,000. */
function countDigits(value: number): number {
  if (value < 100) return value < 10 ? 1 : 2;
  return value < 1000 ? 3 : 4;
}
