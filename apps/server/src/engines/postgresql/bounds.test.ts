import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ForeignAnswer } from '../remote/index.ts';
import { countText, MessageLengths, watchMessages } from './bounds.ts';

function message(length: number, type = 'D'): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(length + 4, 1);
  return Buffer.concat([head, Buffer.alloc(Math.min(length, 1000))]);
}

describe('the watch on what a PostgreSQL server sends', () => {
  it('lets messages through, however they are cut into chunks', () => {
    const bytes = Buffer.concat([message(0), message(7), message(1000), message(3)]);
    for (const size of [1, 2, 5, 6, 64, bytes.length]) {
      const lengths = new MessageLengths(1004);
      for (let at = 0; at < bytes.length; at += size) lengths.add(bytes.subarray(at, at + size));
    }
  });

  it('stops at the head of one that is too long, before its body has come', () => {
    const lengths = new MessageLengths(1003);
    lengths.add(message(7, 'R'));
    expect(() => lengths.add(message(1000).subarray(0, 5))).toThrow(/A row is larger/);
  });

  it.each(['HTTP/1.1 404 Not Found', 'SSH-2.0-OpenSSH_9.2', '\u005d\u0000\u0000\u0000\n5.5.5-10.11.6-MariaDB'])(
    'tells a server of another kind: %s',
    (greeting) => {
      expect(() => new MessageLengths().add(Buffer.from(greeting))).toThrow(ForeignAnswer);
    },
  );

  it('ends the connection, not the process, when a reader fails or a message is too long', async () => {
    const stream = new PassThrough();
    const seen: number[] = [];
    stream.on('data', (chunk: Buffer) => {
      seen.push(chunk.length);
      if (seen.length === 2) throw new Error('no string can hold this');
    });
    watchMessages(stream);
    const ended = new Promise((resolve) => stream.once('error', resolve));
    stream.write(message(3));
    stream.write(message(4));
    expect(await ended).toMatchObject({ message: 'no string can hold this' });
    expect(seen).toEqual([8, 9]);
  });

  it('counts the text of an answer, and tells once that it is too much', () => {
    let told = 0;
    const read = countText(() => {
      told += 1;
    }, 10);
    expect(read('12345')).toBe('12345');
    expect(read('12345')).toBe('12345');
    expect(() => read('1')).toThrow(/The result is larger/);
    expect(told).toBe(1);
  });
});
