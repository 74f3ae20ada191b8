interface Keyboard extends NodeJS.EventEmitter {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  setEncoding(encoding: 'utf8'): unknown;
  resume(): unknown;
  pause(): unknown;
}

interface Terminal {
  readonly input: Keyboard;
  readonly output: { write(text: string): unknown };
}

const [interrupt, endOfInput] = ['\u0003', '\u0004'];
const longestSecret = 10_000;

/** Asks for a secret without showing what is typed; undefined where nobody sits at a terminal, or who does gives up. */
export function askSecret(question: string, { input, output }: Terminal): Promise<string | undefined> {
  if (!input.isTTY || !input.setRawMode) return Promise.resolve(undefined);
  output.write(question);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve) => {
    let typed = '';
    const end = (answer: string | undefined) => {
      input.off('data', take);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      resolve(answer);
    };
    const take = (keys: string) => {
      for (const key of keys) {
        if (key === '\r' || key === '\n') return end(typed);
        if (key === interrupt || key === endOfInput) return end(undefined);
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('');
        else if (typed.length < longestSecret) typed += key;
      }
    };
    input.on('data', take);
  });
}
