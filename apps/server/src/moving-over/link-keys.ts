/**
 * Keys of the reference's lasting links. Each is the number of what it keeps, written in an alphabet that a text of the installation
 * shuffled (Hashids, with eleven characters at least): known from both, so that links which people keep go on leading where they led.
 */
const letters = 'abdegjklmnopqrvwxyzABDEGJKLMNOPQRVWXYZ1234567890';
const guardCount = 4;
const shortest = 11;

export function toLinkKey(number: number, salt: string): string {
  const shuffled = shuffle(letters, salt);
  const guards = shuffled.slice(0, guardCount);
  const first = shuffled.slice(guardCount);
  const sum = number % 100;
  const lottery = first[sum % first.length] ?? '';
  const alphabet = shuffle(first, (lottery + salt + first).slice(0, first.length));
  return lengthen(lottery + toDigits(number, alphabet), { guards, alphabet, sum });
}

interface Lengthening {
  readonly guards: string;
  readonly alphabet: string;
  readonly sum: number;
}

function lengthen(short: string, { guards, alphabet: given, sum }: Lengthening): string {
  const guardBy = (code: number) => guards[(sum + code) % guards.length] ?? '';
  let text = short;
  if (text.length < shortest) text = guardBy(text.charCodeAt(0)) + text;
  if (text.length < shortest) text += guardBy(text.charCodeAt(2));
  const half = Math.floor(given.length / 2);
  let alphabet = given;
  while (text.length < shortest) {
    alphabet = shuffle(alphabet, alphabet);
    text = alphabet.slice(half) + text + alphabet.slice(0, half);
    const from = Math.floor(Math.max(0, text.length - shortest) / 2);
    text = text.slice(from, from + shortest);
  }
  return text;
}

function toDigits(number: number, alphabet: string): string {
  let text = '';
  let rest = number;
  do {
    text = (alphabet[rest % alphabet.length] ?? '') + text;
    rest = Math.floor(rest / alphabet.length);
  } while (rest > 0);
  return text;
}

/** The same order for the same salt. */
function shuffle(text: string, salt: string): string {
  if (salt === '') return text;
  const signs = [...text];
  let sum = 0;
  for (let at = signs.length - 1, turn = 0; at > 0; at -= 1, turn += 1) {
    const place = turn % salt.length;
    const code = salt.charCodeAt(place);
    sum += code;
    const other = (code + place + sum) % at;
    [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
  }
  return signs.join('');
}
