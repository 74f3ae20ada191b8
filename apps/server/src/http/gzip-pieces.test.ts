import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { deflatePiece, GzipPieces, keptDeflate } from './gzip-pieces.ts';

const texts = ['one é ', '', 'two '.repeat(50_000), '\n'].map((text) => Buffer.from(text));

describe('a gzip stream of pieces', () => {
  it('reads as the texts one after the other, with the checksum that unpackers compare', async () => {
    const stream = new GzipPieces();
    const pieces = await Promise.all(texts.map(deflatePiece));
    const bytes = Buffer.concat([stream.next(pieces.slice(0, 3)), stream.next(pieces.slice(3)), stream.end()]);
    expect(gunzipSync(bytes)).toEqual(Buffer.concat(texts));
    expect(bytes.length).toBeLessThan(2_000);
  });

  it('takes the same piece again and again', async () => {
    const piece = await deflatePiece(Buffer.from('again '));
    const stream = new GzipPieces();
    expect(gunzipSync(Buffer.concat([stream.next([piece, piece, piece]), stream.end()])).toString()).toBe(
      'again again again ',
    );
  });

  it('is a whole stream without any', () => {
    expect(gunzipSync(new GzipPieces().end())).toHaveLength(0);
  });
});

describe('a text that is sent again and again', () => {
  it('is compressed once, another one of the same length for itself', async () => {
    const compress = keptDeflate(() => new Date());
    const first = await compress(Buffer.from('é'.repeat(1000)));
    expect(await compress(Buffer.from('é'.repeat(1000)))).toBe(first);
    expect((await compress(Buffer.from('è'.repeat(1000)))).text.toString()).toBe('è'.repeat(1000));
  });

  it('is compressed each time where it is long', async () => {
    const compress = keptDeflate(() => new Date());
    const long = Buffer.alloc(300 * 1024, 'long');
    expect(await compress(long)).not.toBe(await compress(long));
  });
});
