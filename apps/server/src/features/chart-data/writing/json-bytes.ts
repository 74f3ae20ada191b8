const zero = 0x30;
const minus = 0x2d;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const firstPrintable = 0x20;
const shortBytes = 32;
const billion = 1e9;
/** Numbers with at most two decimals are written by their digits while these are exact. */
const largestHundredths = 1e15;

/**
 * Writes JSON into memory byte by byte. Most of a big answer is numbers and plain text that already lies there as UTF-8:
 * making strings of them, joining those and encoding them again would be most of the time that the answer takes.
 */
export class JsonBytes {
  private buffer: Buffer;
  private at = 0;
  private full: Buffer[] = [];

  constructor(private readonly portionBytes: number) {
    this.buffer = Buffer.allocUnsafeSlow(portionBytes);
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

  raw(bytes: Uint8Array): void {
    const count = bytes.length;
    this.reserve(count);
    if (count > shortBytes) this.buffer.set(bytes, this.at);
    else for (let index = 0; index < count; index++) this.buffer[this.at + index] = bytes[index]!;
    this.at += count;
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

  /** 0, 1, 2 and so on, with commas between. */
  countTo(count: number): void {
    for (let value = 0; value < count; value++) {
      if (value > 0) this.byte(comma);
      this.int32(value);
    }
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
    this.reserve(12);
    if (value < 0) this.buffer[this.at++] = minus;
    // The smallest one has no positive counterpart among 32-bit integers.
    this.digits(value < 0 ? -value : value);
  }

  private safeInteger(value: number): void {
    this.reserve(20);
    if (value < 0) this.buffer[this.at++] = minus;
    const size = Math.abs(value);
    const high = Math.floor(size / billion);
    if (high === 0) {
      this.digits(size);
      return;
    }
    this.digits(high);
    this.padded(size - high * billion, 9);
  }

  private hundredths(value: number): void {
    const size = Math.abs(value);
    const whole = Math.floor(size / 100);
    const rest = size - whole * 100;
    if (value < 0) this.byte(minus);
    this.safeInteger(whole);
    this.reserve(3);
    this.buffer[this.at++] = 0x2e;
    if (rest % 10 === 0) this.buffer[this.at++] = zero + rest / 10;
    else this.padded(rest, 2);
  }

  private digits(value: number): void {
    let count = 1;
    for (let bound = 10; bound <= value; bound *= 10) count++;
    this.padded(value, count);
  }

  private padded(value: number, count: number): void {
    let rest = value;
    for (let index = this.at + count - 1; index >= this.at; index--) {
      // Both halves of every number that comes here lie within 32 bits.
      const next = (rest / 10) | 0;
      this.buffer[index] = zero + (rest - next * 10);
      rest = next;
    }
    this.at += count;
  }

  private reserve(count: number): void {
    if (this.at + count > this.buffer.length) this.turnOver(Math.max(count, this.portionBytes));
  }

  private turnOver(nextBytes: number): void {
    if (this.at > 0) this.full.push(this.buffer.subarray(0, this.at));
    this.buffer = Buffer.allocUnsafeSlow(nextBytes);
    this.at = 0;
  }
}
