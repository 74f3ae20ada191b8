import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'powerset-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: Readonly<Record<string, string>>) => parseConfig({ argv: [], env, root: '/tmp' });
function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('secret settings', () => {
  it('are read from a file or of a command, without the last line break', () => {
    const path = file('mail', 'smtp://user:secret@mail.example.com\n');
    const from = { POWERSET_MAIL_FROM: 'a@example.com' };
    expect(read({ ...from, POWERSET_SMTP_URL_FILE: path }).smtpUrl).toBe('smtp://user:secret@mail.example.com');
    const command = `cat ${path}`;
    expect(read({ ...from, POWERSET_SMTP_URL_COMMAND: command }).smtpUrl).toBe('smtp://user:secret@mail.example.com');
    expect(read({ POWERSET_ADMIN_PASSWORD_COMMAND: "printf ' two\\nlines\\n\\n'" }).adminPassword).toBe(
      ' two\nlines\n',
    );
  });

  it('of a metadata store on a server come from a file too, as it holds a password', () => {
    const path = file('store', 'postgresql://powerset:secret@db.example.com/powerset');
    expect(read({ POWERSET_METADATA_URL_FILE: path }).metadataUrl).toContain('db.example.com');
  });

  it.each([
    [
      'a file that is not there',
      { POWERSET_SMTP_URL_FILE: '/nowhere/at-all' },
      'POWERSET_SMTP_URL_FILE names a file that cannot be read: ENOENT',
    ],
    ['an empty one', { POWERSET_SMTP_URL_FILE: file('empty', '\n') }, 'POWERSET_SMTP_URL_FILE gives nothing.'],
    ['one that is too large', { POWERSET_SMTP_URL_FILE: file('large', 'x'.repeat(70_000)) }, 'more than 64 kB'],
    [
      'a command that fails',
      { POWERSET_SMTP_URL_COMMAND: 'exit 3' },
      'The command of POWERSET_SMTP_URL_COMMAND gave no secret: it ended with 3.',
    ],
    ['one that prints nothing', { POWERSET_SMTP_URL_COMMAND: 'true' }, 'POWERSET_SMTP_URL_COMMAND gives nothing.'],
    ['one that prints without end', { POWERSET_SMTP_URL_COMMAND: 'yes' }, 'POWERSET_SMTP_URL_COMMAND gave no secret'],
    [
      'two ways at once',
      { POWERSET_SMTP_URL: 'smtp://a', POWERSET_SMTP_URL_FILE: '/a' },
      'Only one of POWERSET_SMTP_URL and POWERSET_SMTP_URL_FILE may be set.',
    ],
  ])('are refused from %s, in a sentence that names the variable and not the secret', (_what, env, message) => {
    expect(() => read(env)).toThrow(ConfigError);
    expect(() => read(env)).toThrow(message);
  });

  it('are the only ones: a file for another setting is none of ours', () => {
    expect(read({ POWERSET_PORT_FILE: file('port', '99') }).port).toBe(8088);
  });
});
