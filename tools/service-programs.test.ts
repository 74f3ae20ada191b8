import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findJava, installPrograms, readWanted } from './service-programs.mjs';

let folder: string;
const { PATH } = process.env;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  chmodSync(join(folder, path), 0o755);
}

describe('programs of the tests of services', () => {
  it('are all wanted but the large one, unless some are named', () => {
    const usual = ['chdb', 'sqlglot', 'fakesnow', 'spark', 'kerberos', 'trino'];
    expect(readWanted(['servers', '-t', 'x'])).toEqual({ wanted: usual, rest: ['servers', '-t', 'x'], problem: null });
    expect(readWanted(['--with', 'presto', 'servers', '--without', 'trino,spark'])).toEqual({
      ...{ wanted: ['chdb', 'sqlglot', 'fakesnow', 'kerberos', 'presto'], rest: ['servers'], problem: null },
    });
    expect(readWanted(['--without', 'tirno']).problem).toMatch(/not "tirno"/);
    expect(readWanted(['--with']).problem).toMatch(/^--with and --without take chdb, /);
  });

  it('are run by the newest Java that suits them', () => {
    for (const [name, version] of [
      ['old', '11.0.2'],
      ['good', '17.0.15'],
      ['new', '25.0.1'],
    ] as const) {
      write(`${name}/release`, `IMPLEMENTOR="x"\nJAVA_VERSION="${version}"\n`);
      write(`${name}/bin/java`, '');
    }
    write('empty/release', 'JAVA_VERSION="17.0.1"\n');
    const homes = ['old', 'good', 'new', 'empty', 'nowhere'].map((name) => join(folder, name));
    expect(findJava(11, 17, homes)).toBe(join(folder, 'good'));
    expect(findJava(11, 11, homes)).toBe(join(folder, 'old'));
    expect(findJava(18, 24, [undefined, ...homes])).toBeNull();
  });

  it('are made whole or not at all, and in one line it is said which cannot be had', async () => {
    write('path/python3', '#!/bin/sh\n/bin/mkdir -p "$3/bin"\nexit 3\n');
    process.env.PATH = join(folder, 'path');
    const said: string[] = [];
    await installPrograms(join(folder, 'cache'), ['sqlglot', 'trino'], (line: string) => said.push(line));
    expect(said).toEqual([
      'Installing sqlglot ...',
      'sqlglot could not be installed (no environment of Python could be made, status 3); its tests are passed over.',
      'Installing trino ...',
      'trino could not be installed (Maven is missing); its tests are passed over.',
    ]);
    expect([existsSync(join(folder, 'cache/sqlglot')), existsSync(join(folder, 'cache/trino'))]).toEqual([
      false,
      false,
    ]);
  });

  it('are not made again, nor where a server of them is named that runs already', async () => {
    const stamp = JSON.stringify({ name: 'sqlglot', python: ['sqlglot==30.22.0'] });
    write('cache/sqlglot/ready', stamp);
    const said: string[] = [];
    process.env.TRINO_URL = 'trino://tests@127.0.0.1:8080/memory';
    await installPrograms(join(folder, 'cache'), ['sqlglot', 'trino'], (line: string) => said.push(line));
    delete process.env.TRINO_URL;
    expect(said).toEqual([]);
  });
});
