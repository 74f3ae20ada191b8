import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { askSecret } from './ask-secret.ts';

function terminal(isTTY = true) {
  const modes: boolean[] = [];
  const shown: string[] = [];
  const input = Object.assign(new EventEmitter(), {
    isTTY,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
    setEncoding: () => undefined,
    resume: () => undefined,
    pause: () => undefined,
  });
  return { input, modes, shown, output: { write: (text: string) => shown.push(text) } };
}

describe('a secret that is asked for', () => {
  it('is taken as it is typed and corrected, and never shown', async () => {
    const place = terminal();
    const asked = askSecret('Password: ', place);
    for (const keys of ['pä', 'x', '\u007f', 'ss\r', 'more']) place.input.emit('data', keys);
    expect([await asked, place.shown.join(''), place.modes]).toEqual(['päss', 'Password: \n', [true, false]]);
    expect(place.input.listenerCount('data')).toBe(0);
  });

  it('is none where somebody gives up, or nobody sits there', async () => {
    const place = terminal();
    const asked = askSecret('Password: ', place);
    place.input.emit('data', 'half\u0003');
    expect(await asked).toBeUndefined();
    const nobody = terminal(false);
    expect([await askSecret('Password: ', nobody), nobody.shown]).toEqual([undefined, []]);
  });
});
