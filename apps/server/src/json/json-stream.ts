import { othersTurn } from '../turns/index.ts';

export interface JsonReading {
  /** What is done to a piece of the text before it is parsed; it sees texts and numbers whole. */
  readonly prepare?: (text: string) => string;
  /** A text of anything else than an object is refused at its beginning. */
  readonly isObject?: boolean;
}

/** More values in one list, or names in one object, than are put into one. */
export class TooManyValues extends Error {
  override name = 'TooManyValues';
}

const mostElements = 1_000_000;
const mostNames = 250_000;

/** Parsed in one go: a fraction of a millisecond. */
const portionBytes = 64 * 1024;
const turnMs = 3;
const maxDepth = 100;
/** Between two values: more is white space or digits without end. */
const longestGap = 16 * portionBytes;

const mark = {
  text: 34,
  comma: 44,
  openList: 91,
  escape: 92,
  closeList: 93,
  openObject: 123,
  closeObject: 125,
} as const;
/** `\u0041`. */
const longestEscape = 6;

/**
 * The value of a JSON text that may be long, read while it comes: in portions between which others have their turn. Undefined
 * where nothing came; a `SyntaxError` for what is no JSON, or nested without end.
 */
export async function readJson(body: AsyncIterable<Buffer>, reading: JsonReading = {}): Promise<unknown> {
  const reader = new JsonReader(reading);
  let turnEndsAt = performance.now() + turnMs;
  for await (const part of body)
    for (let at = 0; at < part.length; at += portionBytes) {
      reader.add(part.subarray(at, at + portionBytes));
      if (performance.now() < turnEndsAt) continue;
      await othersTurn();
      turnEndsAt = performance.now() + turnMs;
    }
  return reader.end();
}

/** A list or an object that has begun and not ended. */
interface Frame {
  readonly isList: boolean;
  /** Where its bracket stands. */
  readonly openedAt: number;
  /** The first of its elements that are not parsed yet. */
  runAt: number;
  /** The element that is being read. */
  elementAt: number;
  /** What it holds, of one that is parsed in several portions. */
  made: unknown[] | Record<string, unknown> | null;
  /** Names in `made`. */
  names: number;
  /** The element that is being read is in `made` already, as it is parsed in several portions itself. */
  isHeld: boolean;
}

interface LongText {
  readonly key: string | null;
  readonly pieces: string[];
}

/** Finds elements by their brackets and commas; whenever enough of them are there they are parsed together. */
class JsonReader {
  private readonly frames: [Frame, ...Frame[]] = [toFrame(true, -1)];
  private pending: Buffer[] = [];
  /** Where what is pending begins, and where what came ends, from the beginning of the text. */
  private base = 0;
  private seen = 0;
  private isText = false;
  private isEscaped = false;
  private textAt = 0;
  private escapeAt = 0;
  private long: LongText | null = null;

  constructor(private readonly reading: JsonReading) {}

  add(part: Buffer): void {
    this.pending.push(part);
    const start = this.seen;
    this.seen += part.length;
    for (let at = 0; at < part.length; at += 1) this.look(part[at] ?? 0, start + at);
    const isLong = this.long !== null || this.seen - this.textAt >= portionBytes;
    if (this.isText && isLong) this.cutText();
    else if (this.seen - this.base > longestGap) throw new SyntaxError('a value without end');
  }

  end(): unknown {
    const [root, ...open] = this.frames;
    if (open.length > 0 || this.isText) throw new SyntaxError('unexpected end');
    const rest = this.textOf(Math.max(root.runAt, this.base), this.seen);
    if (!root.made) return rest.trim() === '' ? undefined : this.parse(rest);
    if (rest.trim() !== '' || !Array.isArray(root.made)) throw new SyntaxError('unexpected text behind the value');
    return root.made[0];
  }

  private look(byte: number, at: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (this.isText) {
      if (byte === mark.text) this.endText(at);
      else if (byte === mark.escape) {
        this.isEscaped = true;
        this.escapeAt = at;
      }
    } else if (byte === mark.text) {
      this.isText = true;
      this.textAt = at;
    } else if (byte === mark.comma) this.endElement(at);
    else if (byte === mark.openList || byte === mark.openObject) this.open(byte === mark.openList, at);
    else if (byte === mark.closeList || byte === mark.closeObject) this.close(byte === mark.closeList, at);
  }

  private get top(): Frame {
    return this.frames.at(-1) ?? this.frames[0];
  }

  private open(isList: boolean, at: number): void {
    if (this.frames.length > maxDepth) throw new SyntaxError('nested too deep');
    if (isList && this.frames.length === 1 && this.reading.isObject) throw new SyntaxError('no object');
    this.frames.push(toFrame(isList, at));
  }

  private close(isList: boolean, at: number): void {
    const frame = this.frames.length > 1 ? this.frames.pop() : undefined;
    if (frame?.isList !== isList) throw new SyntaxError('a bracket too many');
    if (!frame.made) return;
    this.endRun(frame, at);
    this.forget(at + 1);
  }

  private endElement(at: number): void {
    const frame = this.top;
    if (frame === this.frames[0]) throw new SyntaxError('unexpected comma');
    if (frame.isHeld || at - this.base >= portionBytes) {
      this.make();
      this.endRun(frame, at);
      frame.isHeld = false;
      frame.runAt = at + 1;
      this.forget(at + 1);
    }
    frame.elementAt = at + 1;
  }

  /** Parses the elements of a frame that are whole. Where one is held, nothing may stand behind it. */
  private endRun(frame: Frame, at: number): void {
    if (!frame.isHeld) this.addRun(frame, at);
    else if (this.textOf(this.base, at).trim() !== '') throw new SyntaxError('unexpected text behind a value');
  }

  private addRun(frame: Frame, end: number): void {
    const { made, isList, runAt } = frame;
    const text = this.textOf(runAt, end);
    const run = this.parse(isList ? `[${text}]` : `{${text}}`);
    const values = Array.isArray(run) ? run.entries() : Object.entries(Object(run));
    let count = 0;
    for (const [key, value] of values) {
      attach(made, String(key), value);
      count += 1;
    }
    if (count === 0) throw new SyntaxError('a value is missing');
    frame.names += count;
    if (frame.names > (isList ? mostElements : mostNames)) throw new TooManyValues();
  }

  /** Whatever is open is parsed in several portions from here on. */
  private make(): void {
    this.frames[0].made ??= [];
    for (const [at, frame] of this.frames.entries()) {
      const around = this.frames[at - 1];
      if (!around || frame.made) continue;
      frame.made = frame.isList ? [] : {};
      attach(around.made, this.hold(around, frame.openedAt) ?? '', frame.made);
    }
  }

  /** Parses what stands before the element that is being read; its name, in an object. */
  private hold(frame: Frame, valueAt: number): string | null {
    if (frame.isHeld) throw new SyntaxError('a comma is missing');
    if (frame.elementAt > frame.runAt) this.addRun(frame, frame.elementAt - 1);
    frame.isHeld = true;
    const before = this.textOf(frame.elementAt, valueAt).trim();
    if (!frame.isList) {
      const [key, ...others] = Object.keys(JSON.parse(`{${before}0}`));
      if (key !== undefined && others.length === 0) return key;
    } else if (before === '') return null;
    throw new SyntaxError('unexpected text before a value');
  }

  /** A long text is parsed in pieces, too. */
  private cutText(): void {
    if (!this.long) {
      this.make();
      this.long = { key: this.hold(this.top, this.textAt), pieces: [] };
      this.forget(this.textAt + 1);
    }
    const near = this.seen - this.escapeAt < longestEscape && this.escapeAt >= this.base;
    const end = near ? this.escapeAt : this.seen - this.lettersBegun();
    this.takePiece(end);
    this.forget(end);
  }

  /** Bytes of a letter that has not wholly come. */
  private lettersBegun(): number {
    const last = Buffer.concat(this.pending.slice(-4)).subarray(-4);
    const begun = last.findLastIndex((byte) => byte >= 0xc0);
    // The first byte says how many there are by the ones that it begins with.
    const whole = Math.clz32((~(last[begun] ?? 0) & 0xff) << 24);
    const length = last.length - begun;
    return begun >= 0 && length < whole ? length : 0;
  }

  private takePiece(end: number): void {
    this.long?.pieces.push(String(JSON.parse(`"${this.textOf(this.base, end)}"`)));
  }

  private endText(at: number): void {
    this.isText = false;
    if (!this.long) return;
    this.takePiece(at);
    attach(this.top.made, this.long.key ?? '', this.long.pieces.join(''));
    this.long = null;
    this.forget(at + 1);
  }

  private textOf(from: number, to: number): string {
    if (this.pending.length > 1) this.pending = [Buffer.concat(this.pending)];
    const [bytes] = this.pending;
    return bytes?.toString('utf8', from - this.base, to - this.base) ?? '';
  }

  private forget(to: number): void {
    if (this.pending.length > 1) this.pending = [Buffer.concat(this.pending)];
    this.pending = this.pending.map((bytes) => bytes.subarray(to - this.base));
    this.base = to;
  }

  private parse(text: string): unknown {
    return JSON.parse(this.reading.prepare?.(text) ?? text);
  }
}

function toFrame(isList: boolean, openedAt: number): Frame {
  return { isList, openedAt, runAt: openedAt + 1, elementAt: openedAt + 1, made: null, names: 0, isHeld: false };
}

/** As a parser does it, whatever the name is (`__proto__`). */
function attach(made: Frame['made'], key: string, value: unknown): void {
  if (Array.isArray(made)) made.push(value);
  else if (made) Object.defineProperty(made, key, { value, writable: true, enumerable: true, configurable: true });
}
