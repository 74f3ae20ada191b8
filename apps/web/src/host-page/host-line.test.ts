import { afterEach, describe, expect, it } from 'vitest';
import { createHostLine } from './host-line.ts';
import { readEmbeddedLook } from './page.ts';

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** A line whose host speaks through the other end of a channel. */
function open({ refusal, patienceMs = 10 }: { refusal?: string; patienceMs?: number } = {}) {
  const { port1: host, port2: own } = new MessageChannel();
  ports.push(host, own);
  const said: Record<string, unknown>[] = [];
  const listeners: (() => void)[] = [];
  host.onmessage = ({ data }) => {
    said.push(data);
    for (const listener of listeners.splice(0)) listener();
  };
  const line = createHostLine({
    onPort: (take) => take(own),
    findRefusal: () => refusal,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    patienceMs,
  });
  const next = async () => {
    if (said.length === 0) await new Promise<void>((resolve) => listeners.push(resolve));
    return said.shift();
  };
  return { line, host, next };
}

const tokenOf = (guestToken: unknown) => ({ switchboardAction: 'emit', method: 'guestToken', args: { guestToken } });
const question = (method: string, messageId: string, args?: object) => ({
  ...{ switchboardAction: 'get', method, messageId, args },
});

describe('the line to the page around ours', () => {
  it('brings the latest token, waits for the first, and passes over what is none', async () => {
    const { line, host } = open();
    const first = line.token();
    for (const given of [tokenOf(7), tokenOf(''), 'x', null, tokenOf('one')]) host.postMessage(given);
    expect(await first).toBe('one');
    const renewed = line.renewed('one');
    host.postMessage(tokenOf('two'));
    expect([await renewed, await line.token()]).toEqual(['two', 'two']);
    expect(await line.renewed('one')).toBe('two');
  });

  it('waits no longer for another token than it has patience', async () => {
    const { line, host } = open();
    host.postMessage(tokenOf('one'));
    await line.token();
    expect(await line.renewed('one')).toBeNull();
  });

  it('says why no token will ever come', async () => {
    await expect(open({ refusal: 'alone' }).line.token()).rejects.toThrow('alone');
  });

  it('answers what was asked before it could, and says what it does not know', async () => {
    const { line, host, next } = open();
    host.postMessage(question('getActiveTabs', 'm_1'));
    host.postMessage(tokenOf('one'));
    await line.token();
    const stop = line.answerWith({ getActiveTabs: () => ['TAB-1'], twice: ({ value }) => Number(value) * 2 });
    expect(await next()).toEqual({ switchboardAction: 'reply', messageId: 'm_1', result: ['TAB-1'] });
    host.postMessage(question('twice', 'm_2', { value: 4 }));
    expect(await next()).toMatchObject({ messageId: 'm_2', result: 8 });
    host.postMessage(question('toString', 'm_3'));
    expect(await next()).toMatchObject({ switchboardAction: 'error', messageId: 'm_3' });
    stop();
  });

  it('asks the host and takes its answer', async () => {
    const { line, host, next } = open();
    const answer = line.ask('resolvePermalinkUrl', { key: 'k' });
    const asked = await next();
    expect(asked).toMatchObject({ switchboardAction: 'get', method: 'resolvePermalinkUrl', args: { key: 'k' } });
    host.postMessage({ switchboardAction: 'reply', messageId: asked?.messageId, result: 'https://host/k' });
    expect(await answer).toBe('https://host/k');
  });
});

describe('the look that the host wants', () => {
  it.each([
    ['', 'light', null],
    ['?themeMode=dark&locale=de', 'dark', 'de'],
    ['?themeMode=system&_l_=fr', 'system', 'fr'],
    ['?themeMode=default', 'light', null],
    ['?theme=dark', 'dark', null],
    ['?themeMode=javascript:', 'light', null],
  ])('%s', (search, theme, language) => {
    expect(readEmbeddedLook(search)).toEqual({ theme, language });
  });
});
